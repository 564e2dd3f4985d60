import * as z from "zod";

import { CHART_ENTRIES_MAX, chartPageSchema, type ScraperChartPage } from "../../scrapers/contracts/lists.ts";
import { metricsOutcomeSchema, metricsSchema } from "../../scrapers/contracts/records.ts";
import type { ListingTarget } from "../domain/country.ts";
import type { Platform } from "../domain/platform.ts";
import { chartPageCosts } from "../domain/request-costs.ts";
import { type AppParts, appPartsOf } from "./app-parts.ts";
import type { CallContext, ChartRequest, FetchChartPage, FetchStorefrontApps, IdentityRequest } from "./connector.ts";
import { failed } from "./interpret-response.ts";
import { normaliseChartPage } from "./normalise-lists.ts";
import { normaliseMetrics } from "./normalise-records.ts";
import type { ItemLookup, MetricsLookup, MetricsRecord } from "./records.ts";
import { callStore, callStoreInBulk, callStoreOnce, type ScraperClient } from "./store-call.ts";
import { UpstreamError } from "./store-errors.ts";
import { storefrontAppsOf } from "./storefront-apps.ts";

type PlatformRoutes = {
  readonly identityQuery: (request: IdentityRequest) => Readonly<Record<string, string>>;
  /** `factsOf` is the target whose facts are requested. */
  readonly listingsQuery: (
    targets: readonly ListingTarget[],
    factsOf: ListingTarget | undefined,
  ) => Readonly<Record<string, string>>;
  readonly chartQuery: (request: ChartRequest) => Readonly<Record<string, string>>;
  /** The App Store has one page of a publisher's apps. */
  readonly publisherPagesQuery: (pages: "first") => Readonly<Record<string, string>>;
  readonly fetchMetrics: (
    client: ScraperClient,
    request: { readonly externalId: string; readonly countries: readonly string[] },
    context: CallContext,
  ) => Promise<readonly MetricsLookup[]>;
  /** True if a search can return only ids, with one request instead of two. */
  readonly searchesIds: boolean;
  readonly chartPageOf: ((client: ScraperClient) => FetchChartPage) | undefined;
  readonly storefrontAppsOf: ((client: ScraperClient) => FetchStorefrontApps) | undefined;
  readonly appPartsOf: ((client: ScraperClient) => AppParts) | undefined;
};

const iosRoutes: PlatformRoutes = {
  identityQuery: ({ withFacts }) => ({ include: withFacts ? "metrics,facts" : "metrics" }),

  /** `us:en-US,es:ca` */
  listingsQuery: (targets, factsOf) => ({
    countries: targets.map(countryFirst).join(","),
    ...(factsOf !== undefined && { facts: countryFirst(factsOf) }),
  }),

  /** Without a category, the chart covers all categories. */
  chartQuery: ({ categoryExternalId }) => ({
    num: String(CHART_ENTRIES_MAX),
    ...(categoryExternalId !== null && { category: categoryExternalId }),
  }),

  publisherPagesQuery: () => ({}),

  async fetchMetrics(client, { externalId, countries }, context) {
    const lookups = await callStoreInBulk(client, context, countries, {
      request: (pending) => ({
        operation: "fetchMetrics",
        subject: externalId,
        storefront: null,
        segments: ["apps", externalId, "metrics", "countries"],
        query: { countries: pending.join(",") },
        schema: metricsBody,
      }),
      outcomeSchema: metricsOutcomeSchema(),
      read: readMetrics,
    });
    return lookups.map(({ item, lookup }) => ({ country: item, lookup }));
  },

  searchesIds: true,
  chartPageOf,
  storefrontAppsOf,
  appPartsOf,
};

const androidRoutes: PlatformRoutes = {
  identityQuery: ({ pageLocale, withFacts }) => ({
    ...(pageLocale !== undefined && { locale: pageLocale }),
    ...(withFacts && { include: "facts" }),
  }),

  /** `de-DE:de,hi:in` */
  listingsQuery: (targets, factsOf) => ({
    locales: targets.map(localeFirst).join(","),
    ...(factsOf !== undefined && { facts: localeFirst(factsOf) }),
  }),

  /** `APPLICATION` stands for all categories. */
  chartQuery: ({ categoryExternalId }) => ({
    count: String(CHART_ENTRIES_MAX),
    category: categoryExternalId ?? "APPLICATION",
  }),

  publisherPagesQuery: (pages) => ({ pages }),

  async fetchMetrics(client, { externalId, countries }, context) {
    const [country, ...others] = countries;
    if (country === undefined) return [];
    if (others.length > 0) throw new RangeError("Google Play's metrics are global: fetch them from one country");

    const lookup = await callStore(client, context, {
      operation: "fetchMetrics",
      subject: externalId,
      storefront: country,
      segments: ["apps", externalId, "metrics"],
      query: { country },
      schema: metricsSchema()
        .refine((metrics) => metrics.country === country, "the metrics of another country")
        .transform((metrics) => normaliseMetrics(country, metrics)),
    });
    return [{ country, lookup }];
  },

  searchesIds: false,
  chartPageOf: undefined,
  storefrontAppsOf: undefined,
  appPartsOf: undefined,
};

export const platformRoutes: Readonly<Record<Platform, PlatformRoutes>> = { ios: iosRoutes, android: androidRoutes };

function countryFirst({ country, locale }: ListingTarget): string {
  return `${country}:${locale}`;
}

function localeFirst({ country, locale }: ListingTarget): string {
  return `${locale}:${country}`;
}

const metricsBody = z.object({ metrics: z.array(z.unknown()) }).transform(({ metrics }) => metrics);

function readMetrics(
  country: string,
  outcome: z.infer<ReturnType<typeof metricsOutcomeSchema>>,
): ItemLookup<MetricsRecord> | undefined {
  if (outcome.country !== country) return undefined;
  if (outcome.outcome === "failed") return failed(outcome.reason, outcome.statusCode, outcome.retry_after_seconds);
  if (outcome.outcome === "empty_response") return { outcome: "empty_response", absence: outcome.absence };

  if (outcome.metrics.country !== country) return undefined;
  return { outcome: "found", record: normaliseMetrics(country, outcome.metrics) };
}

const operation = "fetchChartPage";

export function chartPageOf(client: ScraperClient): FetchChartPage {
  return async ({ country, categoryExternalId }, context) => {
    const lookup = await callStoreOnce(client, context, {
      operation,
      subject: `charts of ${categoryExternalId ?? "all"}`,
      storefront: country,
      segments: ["charts", "pages"],
      query: { country, ...(categoryExternalId !== null && { category: categoryExternalId }) },
      schema: chartPageSchema()
        .refine((page) => page.country === country, "the charts of another storefront")
        .refine((page) => areOf(page, categoryExternalId), "the charts of another category")
        .transform(normaliseChartPage),
      costs: chartPageCosts,
    });
    if (lookup.outcome === "found") return lookup.record;
    // "Not found" can only mean an app. For a page of charts it may mean that the route does not exist.
    const { failure } = lookup.outcome === "failed" ? lookup : failed("invalid_response", 404);
    throw new UpstreamError({ platform: client.platform, operation, failure });
  };
}

/** The page of all categories also has the charts of games. */
function areOf({ category, charts, missing }: ScraperChartPage, requested: string | null): boolean {
  if (category !== requested) return false;
  return requested === null || [...charts, ...missing].every((chart) => chart.category === requested);
}
