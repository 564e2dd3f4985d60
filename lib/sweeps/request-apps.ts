import type { SweptApp } from "../../db/queries/sweeps/sweep-batches.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import { timesCosts } from "../domain/store-hosts.ts";
import type { SweepKey } from "../domain/storefront-sweep.ts";
import type { FetchDependencies } from "../fetches/paced-fetch.ts";
import { type CallContext, requireStorefrontApps, type StoreConnector } from "../stores/connector.ts";
import type { StorefrontAppLookup } from "../stores/records.ts";
import { UpstreamError } from "../stores/store-errors.ts";

export type RequestAppsDependencies = Pick<FetchDependencies, "budget"> & {
  readonly connector: Pick<StoreConnector, "platform" | "fetchStorefrontApps">;
};

export type ListedApp = Pick<SweptApp, "app_id" | "external_id">;

export type Lookups = ReadonlyMap<number, StorefrontAppLookup>;

export async function requestApps(
  deps: RequestAppsDependencies,
  { countryCode, locale }: SweepKey,
  { items: apps, language: otherLanguage }: DistinctList<ListedApp>,
  call: CallContext,
): Promise<Lookups> {
  const texts =
    locale === "" || otherLanguage !== null
      ? ({ language: otherLanguage, fields: "metrics" } as const)
      : ({ language: locale, fields: "all" } as const);
  const request = { country: countryCode, externalIds: apps.map(({ external_id }) => external_id), ...texts };
  const { apps: lookups, requestsMade } = await requireStorefrontApps(deps.connector)(request, call).catch(
    async (error: unknown) => {
      if (error instanceof UpstreamError) await payForMore(deps, error.failure.requestsMade);
      throw error;
    },
  );
  await payForMore(deps, requestsMade);
  return new Map(
    lookups.flatMap(({ lookup }, index) => apps.slice(index, index + 1).map(({ app_id }) => [app_id, lookup])),
  );
}

async function payForMore({ budget }: RequestAppsDependencies, requestsMade = 1): Promise<void> {
  if (requestsMade > 1) await budget(timesCosts(storefrontAppsCosts, requestsMade - 1), "on_credit");
}

type DistinctList<Item> = {
  readonly items: readonly Item[];
  /** The language for lists whose texts are not read. */
  readonly language: string | null;
};

/** A cache treats a list in another language as another list. */
const LANGUAGES = ["en-US", "en-GB", "de-DE", "fr-FR"];

/**
 * Returns a function that yields each list, an order of the items and a language, only once. Two items have at least
 * eight lists. Throws when none is left.
 */
export function distinctLists<Item>(
  idOf: (item: Item) => number,
  locale = "",
): (items: readonly Item[]) => DistinctList<Item> {
  const known = new Set<string>();
  const otherLanguages = LANGUAGES.filter((language) => language !== locale);
  return (items) => {
    for (const language of [null, ...otherLanguages]) {
      for (const order of ordersOf(items)) {
        const name = `${language} ${order.map(idOf).join(",")}`;
        if (known.has(name)) continue;
        known.add(name);
        return { items: order, language };
      }
    }
    throw new RangeError(`${items.length} apps have been requested in every order.`);
  };
}

function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const turned = items.map((_, start) => [...items.slice(start), ...items.slice(0, start)]);
  return [...turned, ...turned.map((order) => order.toReversed())];
}
