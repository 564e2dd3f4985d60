import {
  chartResponseSchema,
  developerAppsResponseSchema,
  developersResponseSchema,
} from "../../scrapers/contracts/lists.ts";
import { askList, lookUp, throwFailure } from "./ask-single.ts";
import type { CallContext, ChartQuestion } from "./connector.ts";
import { normaliseChartEntry, normalisePublisherApp, normalisePublisherHit } from "./normalise-list.ts";
import type { ChartEntry, Lookup, PublisherApp, PublisherHit } from "./records.ts";
import type { ScraperClient } from "./scraper-client.ts";

/** The scrapers spell the parameters of a chart each in its own way. */
export async function askChart(
  client: ScraperClient,
  query: Readonly<Record<string, string>>,
  question: ChartQuestion,
  context: CallContext,
): Promise<readonly ChartEntry[]> {
  const { collection, country } = question;
  const { results } = await askList(client, context, {
    operation: "fetchChart",
    segments: ["charts"],
    query: { collection, country, ...query },
    schema: chartResponseSchema,
  });
  return results.flatMap((entry) => normaliseChartEntry(entry) ?? []);
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
    schema: developerAppsResponseSchema,
  });

  if (lookup.outcome === "failed") throwFailure(client, operation, lookup.failure);
  if (lookup.outcome === "empty_response") return lookup;
  return { outcome: "found", record: lookup.record.apps.flatMap((app) => normalisePublisherApp(app) ?? []) };
}

export async function askPublishers(
  client: ScraperClient,
  { term, country, limit }: { readonly term: string; readonly country: string; readonly limit: number },
  context: CallContext,
): Promise<readonly PublisherHit[]> {
  const { results } = await askList(client, context, {
    operation: "searchPublishers",
    segments: ["developers", "search"],
    query: { term, country, limit: String(limit) },
    schema: developersResponseSchema,
  });
  return results.flatMap((developer) => normalisePublisherHit(developer) ?? []).slice(0, limit);
}
