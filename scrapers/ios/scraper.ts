import { createScraper, type Scraper } from "../http/create-scraper.ts";
import { type ScraperDeps, storeHttpDeps } from "../http/scraper-deps.ts";
import { routes } from "./routes.ts";
import type { AppStore } from "./store/app-store.ts";
import { readChart } from "./store/chart.ts";
import { readChartPage } from "./store/chart-page.ts";
import { listDeveloperApps } from "./store/developer.ts";
import { lookUp } from "./store/look-up.ts";
import { lookUpStorefront } from "./store/look-up-storefront.ts";
import { readPage, readPageAlone } from "./store/read-page.ts";
import { readRatings } from "./store/read-ratings.ts";
import { search, searchIds, searchRanks } from "./store/search.ts";
import { suggest } from "./store/suggest.ts";
import { createAppleTransport } from "./store/transport.ts";

export function createIosScraper(deps: ScraperDeps): Scraper {
  const { logger, now, random, settings } = deps;
  const transport = createAppleTransport(storeHttpDeps(deps));
  const store: AppStore = {
    lookUp: (storefront, call) => lookUp(transport, storefront, call),
    lookUpStorefront: (request, call) => lookUpStorefront({ transport, now, random }, request, call),
    readPage: (storefront, app, call) => readPage(transport, storefront, app, call),
    readPageAlone: (storefront, call) => readPageAlone(transport, storefront, call),
    readRatings: (request, call) => readRatings(transport, request, call),
    search: (request, call) => search(transport, request, call),
    searchIds: (request, call) => searchIds(transport, request, call),
    searchRanks: (request, call) => searchRanks(transport, request, call),
    suggest: (request, call) => suggest(transport, request, call),
    readChart: (request, call) => readChart(transport, request, call),
    readChartPage: (request, call) => readChartPage(transport, request, call),
    listDeveloperApps: (request, call) => listDeveloperApps(transport, request, call),
  };
  return createScraper({ routes, store, logger, now, routeDeadlineMs: settings.ROUTE_DEADLINE_MS });
}
