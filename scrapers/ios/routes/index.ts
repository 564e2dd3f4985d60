import { healthRoute, type ServedRoute } from "../../http/route.ts";
import type { AppStore } from "../store/app-store.ts";
import { listDeveloperAppsRoute, searchDevelopersRoute } from "./developers.ts";
import { listListingsRoute, showListingRoute } from "./listings.ts";
import { listMetricsRoute, showMetricsRoute } from "./metrics.ts";
import { searchAppsRoute } from "./search-apps.ts";
import { showChartRoute } from "./show-chart.ts";
import { showIdentityRoute } from "./show-identity.ts";

/** Every route of the iOS scraper; the first that matches responds. */
export const routes: readonly ServedRoute<AppStore>[] = [
  healthRoute(),
  showChartRoute,
  searchAppsRoute,
  showIdentityRoute,
  showListingRoute,
  listListingsRoute,
  showMetricsRoute,
  listMetricsRoute,
  searchDevelopersRoute,
  listDeveloperAppsRoute,
];
