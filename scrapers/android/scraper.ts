import { createScraper, type Scraper } from "../http/create-scraper.ts";
import { type ScraperDeps, storeHttpDeps } from "../http/scraper-deps.ts";
import { routes } from "./routes.ts";
import { createPlayStore } from "./store/play-store.ts";
import { createGoogleTransport } from "./store/transport.ts";

export function createAndroidScraper(deps: ScraperDeps): Scraper {
  const { logger, now, settings } = deps;
  const store = createPlayStore(createGoogleTransport(storeHttpDeps(deps)));
  return createScraper({ routes, store, logger, now, routeDeadlineMs: settings.ROUTE_DEADLINE_MS });
}
