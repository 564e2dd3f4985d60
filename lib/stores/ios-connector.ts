import * as z from "zod";

import { CHART_ENTRIES_MAX } from "../../scrapers/contracts/lists.ts";
import { metricsOutcomeSchema } from "../../scrapers/contracts/records.ts";
import type { ListingTarget } from "../domain/storefronts.ts";
import { askInBulk, failedItem } from "./ask-in-bulk.ts";
import { askListings } from "./ask-listings.ts";
import { askChart, askPublisherApps, askPublishers } from "./ask-lists.ts";
import { askIdentity, askSearch } from "./ask-single.ts";
import type { CallContext, ChartRequest, StoreConnector } from "./connector.ts";
import { normaliseMetrics } from "./normalise-storefront.ts";
import type { ItemLookup, MetricsLookup, MetricsRecord } from "./records.ts";
import type { ScraperClient } from "./scraper-client.ts";

/** The App Store: listings by country and language, metrics per country. */
export function createIosConnector(client: ScraperClient): StoreConnector {
  return {
    platform: "ios",
    fetchIdentity: (request, context) => askIdentity(client, request, context),
    fetchListings: (request, context) => askListings(client, spellTargets, request, context),
    fetchMetrics: (request, context) => askMetrics(client, request, context),
    searchApps: (request, context) => askSearch(client, request, context),
    fetchChart: (request, context) => askChart(client, spellChart(request), request, context),
    fetchPublisherApps: (request, context) => askPublisherApps(client, request, context),
    searchPublishers: (request, context) => askPublishers(client, request, context),
  };
}

/** `us:en-US,es:ca` */
function spellTargets(targets: readonly ListingTarget[]) {
  return { countries: targets.map(({ country, locale }) => `${country}:${locale}`).join(",") };
}

/** `num`, and no category for all of them. */
function spellChart({ categoryExternalId }: ChartRequest) {
  const num = String(CHART_ENTRIES_MAX);
  return categoryExternalId === null ? { num } : { num, category: categoryExternalId };
}

const metricsBody = z.object({ metrics: z.array(z.unknown()) }).transform(({ metrics }) => metrics);

async function askMetrics(
  client: ScraperClient,
  { externalId, countries }: { readonly externalId: string; readonly countries: readonly string[] },
  context: CallContext,
): Promise<readonly MetricsLookup[]> {
  const responses = await askInBulk(client, context, countries, {
    call: (asked) => ({
      operation: "fetchMetrics",
      segments: ["apps", externalId, "metrics", "countries"],
      query: { countries: asked.join(",") },
      schema: metricsBody,
    }),
    outcomeSchema: metricsOutcomeSchema,
    read: readMetrics,
  });
  return responses.map(({ item, lookup }) => ({ country: item, lookup }));
}

function readMetrics(
  country: string,
  outcome: z.infer<typeof metricsOutcomeSchema>,
): ItemLookup<MetricsRecord> | undefined {
  if (outcome.country !== country) return undefined;
  if (outcome.outcome === "failed") return failedItem(outcome);
  if (outcome.outcome === "empty_response") return { outcome: "empty_response" };

  if (outcome.metrics.country !== country) return undefined;
  return { outcome: "found", record: normaliseMetrics(country, outcome.metrics) };
}
