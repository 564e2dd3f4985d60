import { CHART_ENTRIES_MAX } from "../../scrapers/contracts/lists.ts";
import { metricsSchema } from "../../scrapers/contracts/records.ts";
import type { ListingTarget } from "../domain/storefronts.ts";
import { askListings } from "./ask-listings.ts";
import { askChart, askPublisherApps, askPublishers } from "./ask-lists.ts";
import { askIdentity, askSearch, lookUp } from "./ask-single.ts";
import type { CallContext, ChartRequest, StoreConnector } from "./connector.ts";
import { normaliseMetrics } from "./normalise-storefront.ts";
import type { MetricsLookup } from "./records.ts";
import type { ScraperClient } from "./scraper-client.ts";

/** Google Play: listings by locale and country, metrics that are the same wherever they are asked. */
export function createAndroidConnector(client: ScraperClient): StoreConnector {
  return {
    platform: "android",
    fetchIdentity: (request, context) => askIdentity(client, request, context),
    fetchListings: (request, context) => askListings(client, spellTargets, request, context),
    fetchMetrics: (request, context) => askMetrics(client, request, context),
    searchApps: (request, context) => askSearch(client, request, context),
    fetchChart: (request, context) => askChart(client, spellChart(request), request, context),
    fetchPublisherApps: (request, context) => askPublisherApps(client, request, context),
    searchPublishers: (request, context) => askPublishers(client, request, context),
  };
}

/** `de-DE:de,hi:in` */
function spellTargets(targets: readonly ListingTarget[]) {
  return { locales: targets.map(({ country, locale }) => `${locale}:${country}`).join(",") };
}

/** `count`, and a category that stands for all of them. */
function spellChart({ categoryExternalId }: ChartRequest) {
  return { count: String(CHART_ENTRIES_MAX), category: categoryExternalId ?? "APPLICATION" };
}

async function askMetrics(
  client: ScraperClient,
  { externalId, countries }: { readonly externalId: string; readonly countries: readonly string[] },
  context: CallContext,
): Promise<readonly MetricsLookup[]> {
  const [country, ...others] = countries;
  if (country === undefined) return [];
  if (others.length > 0) throw new RangeError("Google Play's metrics are global: ask in one country");

  const lookup = await lookUp(client, context, {
    operation: "fetchMetrics",
    segments: ["apps", externalId, "metrics"],
    query: { country },
    schema: metricsSchema.refine((metrics) => metrics.country === country, "the metrics of another country"),
  });

  if (lookup.outcome !== "found") return [{ country, lookup }];
  return [{ country, lookup: { outcome: "found", record: normaliseMetrics(country, lookup.record) } }];
}
