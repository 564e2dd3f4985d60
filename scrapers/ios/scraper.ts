import { createScraper, type Scraper } from "../http/create-scraper.ts";
import { exchangeDeps, type ScraperDeps } from "../http/scraper-deps.ts";
import { routes } from "./routes/index.ts";
import { createAppStore } from "./store/app-store.ts";
import { createAppleTransport } from "./store/transport.ts";

export function createIosScraper(deps: ScraperDeps): Scraper {
  const { logger, now, settings } = deps;
  const store = createAppStore(createAppleTransport(exchangeDeps(deps)));
  return createScraper({ routes, store, logger, now, routeDeadlineMs: settings.ROUTE_DEADLINE_MS });
}
