import * as z from "zod";

import type { AppOnDay, CatalogueApp } from "../../store-simulator/catalogue/records.ts";
import type { StoreSimulator } from "../../store-simulator/simulator.ts";

export type Host = {
  readonly simulator: StoreSimulator;
  readonly operate: (operation: string, event: object) => Promise<void>;
};

export const TERM = "weather";
export const HITS_MAX = 25;
export const TODAY = 1;
export const platform = "ios";
export const country_code = "us";
export const unknown = { platform, external_id: "1" };
export const unknownCountry = { country_code: "xx" };
export const unknownPlatform = { platform: "windows" };

export const dataOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema });
export const row = z.object({ id: z.int() });
export const completed = dataOf(z.object({ status: z.literal("completed") }));

export type Cast = ReturnType<typeof chooseApps>;
/** With a tag of the app and of the one that changes. */
export type TaggedCast = Cast & { readonly tag_id: number };

export function chooseChanging({ catalogue }: StoreSimulator) {
  const titleOn = (one: CatalogueApp, day: number) => one.on(day).listing("en-US", country_code)?.title;
  const found = catalogue.apps(platform).find((one) => {
    const [before, after] = [titleOn(one, TODAY - 1), titleOn(one, TODAY)];
    return before !== undefined && after !== undefined && before !== after;
  });
  if (found === undefined) throw new Error("The catalogue has no app that changes its title.");
  return { brand: found.brand, params: { platform, external_id: found.externalId } };
}

/** Returns an app of Google Play, which shows installs. */
export function chooseInstalled({ catalogue }: StoreSimulator) {
  const found = catalogue.apps("android").find((one) => one.on(TODAY).isAvailable(country_code));
  if (found === undefined) throw new Error("The catalogue has no app of Google Play.");
  return { brand: found.brand, params: { platform: "android", external_id: found.externalId } } as const;
}

/** Returns two apps of the search, both sold in France; one is unavailable elsewhere and its publisher has several. */
export function chooseApps({ catalogue }: StoreSimulator) {
  const search = { platform, term: TERM, country: country_code, day: TODAY, limit: HITS_MAX } as const;
  const hits = catalogue.search(search).filter((hit) => hit.isAvailable("fr"));
  const isMain = (hit: AppOnDay) => {
    const publisherExternalId = hit.publisher.externalId;
    const search = { platform, publisherExternalId, country: country_code, day: TODAY } as const;
    return hit.unavailableCountries().length > 0 && catalogue.publisherApps(search).length > 1;
  };
  const main = hits.find(isMain);
  const other = hits.find((hit) => hit !== main && hit.publisher.externalId !== main?.publisher.externalId);
  const [unavailableIn] = main?.unavailableCountries() ?? [];
  if (main === undefined || other === undefined || unavailableIn === undefined)
    throw new Error(`The catalogue has no two apps for "${TERM}" that suit the examples.`);
  return {
    app: { platform, external_id: main.externalId },
    other: { platform, external_id: other.externalId },
    publisher: { platform, external_id: main.publisher.externalId },
    term: main.facts.brand,
    unavailableIn,
  };
}
