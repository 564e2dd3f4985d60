import { createScraper, type Scraper } from "../http/create-scraper.ts";
import { type ScraperDeps, storeHttpDeps } from "../http/scraper-deps.ts";
import { routes } from "./routes.ts";
import { createAppStore } from "./store/app-store.ts";
import { createAppleTransport } from "./store/transport.ts";

export function createIosScraper(deps: ScraperDeps): Scraper {
  const { logger, now, random, settings } = deps;
  const transport = createAppleTransport(storeHttpDeps(deps));
  const store = createAppStore({ transport, now, random });
  return createScraper({ routes, store, logger, now, routeDeadlineMs: settings.ROUTE_DEADLINE_MS });
}
