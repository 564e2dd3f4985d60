import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";

/** A process that calls a store that rejects connections, prints the response and ends when nothing is pending. */

const [platform, storeUrl, appId] = process.argv.slice(2);

const ignore = () => undefined;
const createScraper = platform === "ios" ? createIosScraper : createAndroidScraper;
const scraper = createScraper({
  settings: {
    LOG_LEVEL: "SILENT",
    STORE_SIMULATOR_URL: storeUrl,
    ROUTE_DEADLINE_MS: 5_000,
    STORE_CONCURRENCY: 1,
  },
  fetch,
  now: () => new Date(),
  random: () => 0.5,
  logger: { info: ignore, warn: ignore, error: ignore },
});
const { statusCode, body } = await scraper({
  rawPath: `/apps/${appId}/identity`,
  rawQueryString: "",
  headers: {},
  requestContext: { requestId: "request-1", http: { method: "GET" } },
});
console.log(JSON.stringify({ statusCode, body: JSON.parse(body) }));
