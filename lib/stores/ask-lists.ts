import {
  chartResponseSchema,
  developerAppsResponseSchema,
  developersResponseSchema,
} from "../../scrapers/contracts/lists.ts";
import { askList, lookUp, throwFailure } from "./ask-single.ts";
import type { CallContext, ChartRequest } from "./connector.ts";
import { keepReadable, normaliseChartEntry, normalisePublisherApp, normalisePublisherHit } from "./normalise-list.ts";
import type { ChartEntry, Lookup, PublisherApp, PublisherHit } from "./records.ts";
import type { ScraperClient } from "./scraper-client.ts";

/** The scrapers spell the parameters of a chart each in its own way. */
export async function askChart(
  client: ScraperClient,
  query: Readonly<Record<string, string>>,
  request: ChartRequest,
  context: CallContext,
): Promise<readonly ChartEntry[]> {
  const { collection, country } = request;
  return await askList(client, context, {
    operation: "fetchChart",
    segments: ["charts"],
    query: { collection, country, ...query },
    schema: chartResponseSchema.transform(({ results }, reject) => keepReadable(results, normaliseChartEntry, reject)),
  });
}

export async function askPublisherApps(
  client: ScraperClient,
  { externalId, country }: { readonly externalId: string; readonly country: string },
  context: CallContext,
): Promise<Lookup<readonly PublisherApp[]>> {
  const operation = "fetchPublisherApps";
  const lookup = await lookUp(client, context, {
    operation,
    segments: ["developers", externalId, "apps"],
    query: { country },
    schema: developerAppsResponseSchema.transform(({ apps }, reject) =>
      keepReadable(apps, normalisePublisherApp, reject),
    ),
  });

  if (lookup.outcome === "failed") throwFailure(client, operation, lookup.failure);
  return lookup;
}

export async function askPublishers(
  client: ScraperClient,
  { term, country, limit }: { readonly term: string; readonly country: string; readonly limit: number },
  context: CallContext,
): Promise<readonly PublisherHit[]> {
  const publishers = await askList(client, context, {
    operation: "searchPublishers",
    segments: ["developers", "search"],
    query: { term, country, limit: String(limit) },
    schema: developersResponseSchema.transform(({ results }, reject) =>
      keepReadable(results, normalisePublisherHit, reject),
    ),
  });
  return publishers.slice(0, limit);
}
