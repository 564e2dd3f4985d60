import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { scraperEnvironment } from "../../scrapers/contracts/environment.ts";
import type { Scraper } from "../../scrapers/http/create-scraper.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { type RouteCheck, routeChecks } from "./route-checks.ts";

/**
 * Calls the real stores by every route, with the code that is deployed and no simulator: `node tests/smoke/live-stores.ts`.
 * One line a route; the exit code is 0 when all work and 1 otherwise.
 */
const settings = scraperEnvironment.parse({ LOG_LEVEL: "SILENT" });
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const deps = { settings, fetch, now: () => new Date(), random: Math.random, logger };
const scrapers = { ios: createIosScraper(deps), android: createAndroidScraper(deps) };

/** Between two routes, so that the stores get no more requests than from a person. */
const PAUSE_MS = 1_000;

/** Of the response that shows a failure. */
const CHARACTERS_SHOWN = 300;

const worked: boolean[] = [];
for (const check of routeChecks) {
  const startedAt = performance.now();
  const { works, says } = await tryRoute(scrapers[check.platform], check);
  const milliseconds = Math.round(performance.now() - startedAt);
  worked.push(works);
  console.log(`${works ? "works" : "FAILS"}  ${check.platform.padEnd(7)} ${check.path}  ${milliseconds} ms  ${says}`);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

const count = worked.filter(Boolean).length;
console.log(`${count} of ${worked.length} routes work.`);
process.exitCode = count === worked.length ? 0 : 1;

async function tryRoute(scraper: Scraper, { path, schema, sample }: RouteCheck) {
  const [rawPath = "", rawQueryString = ""] = path.split("?");
  const requestContext = { requestId: "smoke", http: { method: "GET" } };
  const { statusCode, body } = await scraper({ rawPath, rawQueryString, headers: {}, requestContext });
  if (statusCode !== 200) return { works: false, says: `status ${statusCode}: ${body}` };

  const parsed = schema.safeParse(JSON.parse(body));
  if (!parsed.success) return { works: false, says: `status 200, not as the contract says: ${parsed.error.message}` };
  const value = sample(JSON.parse(body));
  return value === undefined
    ? { works: false, says: `status 200, without what was requested: ${body.slice(0, CHARACTERS_SHOWN)}` }
    : { works: true, says: `status 200, ${JSON.stringify(value)}` };
}
