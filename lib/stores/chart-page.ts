import { chartPageSchema, type ScraperChartPage } from "../../scrapers/contracts/chart-pages.ts";
import { chartPageCosts } from "../domain/request-costs.ts";
import type { FetchChartPage } from "./connector.ts";
import { normaliseChartPage } from "./normalise-lists.ts";
import { callStoreOnce, failed, type ScraperClient } from "./store-call.ts";
import { UpstreamError } from "./store-errors.ts";

const operation = "fetchChartPage";

export function chartPageOf(client: ScraperClient): FetchChartPage {
  return async ({ country, categoryExternalId }, context) => {
    const lookup = await callStoreOnce(client, context, {
      operation,
      subject: `charts of ${categoryExternalId ?? "all"}`,
      storefront: country,
      segments: ["charts", "pages"],
      query: { country, ...(categoryExternalId !== null && { category: categoryExternalId }) },
      schema: chartPageSchema
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
