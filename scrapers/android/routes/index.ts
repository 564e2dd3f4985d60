import { healthRoute, type ServedRoute } from "../../http/route.ts";
import type { PlayStore } from "../store/play-store.ts";
import { listDeveloperAppsRoute, searchDevelopersRoute } from "./developers.ts";
import { listListingsRoute, showListingRoute } from "./listings.ts";
import { searchAppsRoute } from "./search-apps.ts";
import { showChartRoute } from "./show-chart.ts";
import { showIdentityRoute } from "./show-identity.ts";
import { showMetricsRoute } from "./show-metrics.ts";

/** Every route of the Android scraper; the first that matches responds. */
export const routes: readonly ServedRoute<PlayStore>[] = [
  healthRoute(),
  showChartRoute,
  searchAppsRoute,
  showIdentityRoute,
  showListingRoute,
  listListingsRoute,
  showMetricsRoute,
  searchDevelopersRoute,
  listDeveloperAppsRoute,
];
