import type { SweptApp } from "../../db/queries/sweeps/sweep-batches.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import { timesCosts } from "../domain/store-hosts.ts";
import type { SweepKey } from "../domain/storefront-sweep.ts";
import type { FetchDependencies } from "../fetches/paced-fetch.ts";
import { type CallContext, requireStorefrontApps, type StoreConnector } from "../stores/connector.ts";
import type { StorefrontAppLookup } from "../stores/records.ts";
import { UpstreamError } from "../stores/store-errors.ts";
import type { DistinctList } from "./distinct-lists.ts";

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
