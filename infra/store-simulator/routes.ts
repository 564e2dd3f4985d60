import { appPageRoute } from "./apple/app-page.ts";
import { appleChartRoutes } from "./apple/chart.ts";
import { chartPageRoute } from "./apple/chart-page.ts";
import { customerReviewsRoute } from "./apple/customer-reviews.ts";
import { lookupRoute } from "./apple/lookup.ts";
import { appleSearchRoute } from "./apple/search.ts";
import { appleSuggestionsRoute } from "./apple/suggestions.ts";
import { todayRoute } from "./apple/web-page.ts";
import { googleChartRoute } from "./google/chart.ts";
import { detailsRoute } from "./google/details.ts";
import { continuationRoute } from "./google/publisher-continuation.ts";
import { publisherPageRoutes } from "./google/publisher-page.ts";
import { googleSearchRoute } from "./google/search.ts";
import { googleSuggestionsRoute } from "./google/suggestions.ts";
import type { StoreRoute, UpstreamRequest } from "./store-route.ts";

export const routes: readonly StoreRoute[] = [
  lookupRoute,
  appPageRoute,
  appleSearchRoute,
  appleSuggestionsRoute,
  ...appleChartRoutes,
  chartPageRoute,
  todayRoute,
  customerReviewsRoute,
  detailsRoute,
  googleSearchRoute,
  googleSuggestionsRoute,
  ...publisherPageRoutes,
  googleChartRoute,
  continuationRoute,
];

export function findRoute(request: UpstreamRequest): StoreRoute | undefined {
  return routes.find(
    (route) =>
      route.host === request.host &&
      route.method === request.method &&
      route.path.test(request.path) &&
      (route.accepts?.(request) ?? true),
  );
}
