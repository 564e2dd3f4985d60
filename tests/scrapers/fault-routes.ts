import type * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { histogramsResponseSchema, pagesResponseSchema } from "../../scrapers/contracts/app-parts.ts";
import {
  chartPageSchema,
  chartResponseSchema,
  developerAppsResponseSchema,
  developersResponseSchema,
  searchRanksSchema,
  suggestionsSchema,
} from "../../scrapers/contracts/lists.ts";
import {
  identitySchema,
  listingSchema,
  listingsResponseSchema,
  metricsResponseSchema,
  metricsSchema,
} from "../../scrapers/contracts/records.ts";
import { searchIdsSchema, searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import { storefrontAppsSchema } from "../../scrapers/contracts/storefronts.ts";
import { DAY, type Harness, isRatedIn } from "./scraper-harness.ts";

export type FaultRoute = {
  readonly route: string;
  readonly path: string;
  readonly schema: z.ZodType;
  /** The key of a response whose items have outcomes of their own. */
  readonly bulk?: "listings" | "metrics" | "pages" | "histograms";
  /** Whether its items may be missing, and lack what cannot be read of them. */
  readonly hasParts?: boolean;
  /** Whether a fault of one app's record is the failure of that app alone. */
  readonly hasRecords?: boolean;
  /** True if only ids of apps or terms matter, so that the route succeeds whatever else is wrong with the apps. */
  readonly hasIdsAlone?: boolean;
  /** Whether the store's 404 means that there is no such app or developer. */
  readonly isOfSubject: boolean;
};

/** Returns every route of a scraper that calls its store, for an app and a developer of the catalogue. */
export function faultRoutes(harness: Harness, platform: Platform): readonly FaultRoute[] {
  const { appId, developerId } = subjects(harness, platform);
  const app = `/apps/${appId}`;
  const single = (route: string, path: string, schema: z.ZodType) => ({ route, path, schema, isOfSubject: true });
  const list = (route: string, path: string, schema: z.ZodType) => ({ route, path, schema, isOfSubject: false });
  const locales = { ios: "countries=us:en-US,us:en-GB", android: "locales=en-US:us,de-DE:us" }[platform];

  return [
    list("charts", "/charts?collection=top_paid", chartResponseSchema()),
    list("app search", "/apps/search?term=notes", searchResponseSchema()),
    { ...list("search ranks", "/apps/search/ranks?term=notes", searchRanksSchema()), hasIdsAlone: platform === "ios" },
    { ...list("suggestions", "/suggestions?term=notes", suggestionsSchema()), hasIdsAlone: true },
    single("identity", `${app}/identity`, identitySchema()),
    single("listing", `${app}/listings`, listingSchema()),
    { ...single("listings", `${app}/listings/locales?${locales}`, listingsResponseSchema()), bulk: "listings" },
    single("metrics", `${app}/metrics`, metricsSchema()),
    ...(platform === "ios"
      ? [
          {
            ...single("metrics by country", `${app}/metrics/countries?countries=us`, metricsResponseSchema()),
            bulk: "metrics" as const,
          },
          {
            ...single("pages", `${app}/pages?targets=us:en-US,us:en-GB`, pagesResponseSchema()),
            bulk: "pages" as const,
            hasParts: true,
          },
          {
            ...single("histograms", `${app}/histograms?countries=us`, histogramsResponseSchema()),
            bulk: "histograms" as const,
            hasParts: true,
          },
          {
            ...list("storefront's apps", `/storefronts/us/apps?ids=${appId}&fields=all`, storefrontAppsSchema()),
            hasRecords: true,
          },
          { ...list("app search for ids", "/apps/search/ids?term=notes", searchIdsSchema()), hasIdsAlone: true },
          { ...list("chart pages", "/charts/pages?category=6007", chartPageSchema()), hasIdsAlone: true },
        ]
      : []),
    single("developer's apps", `/developers/${developerId}/apps`, developerAppsResponseSchema()),
    list("developer search", "/developers/search?term=notes", developersResponseSchema()),
  ];
}

function subjects(harness: Harness, platform: Platform) {
  const { catalogue } = harness.simulator;
  const app = harness.app(platform, (one) => isRatedIn("us")(one) && (one.metrics("us")?.price ?? 0) > 0);
  const developer = catalogue.publishers(platform).find(({ externalId, isBranded }) => {
    const request = { platform, publisherExternalId: externalId, country: "us", day: DAY };
    return isBranded && catalogue.publisherApps(request).length > 12;
  });
  if (developer === undefined) throw new Error("the catalogue has no such developer");
  return { appId: app.externalId, developerId: developer.accountId };
}
