import { parseOptions, UsageError } from "../../infra/cli/command-line.ts";
import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { scraperEnvironment } from "../../scrapers/contracts/environment.ts";
import type { Scraper } from "../../scrapers/http/create-scraper.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { type RouteCheck, routeChecks } from "./route-checks.ts";

/** Between two routes, so that the stores get no more requests than from a person. */
const PAUSE_MS = 1_000;

/** Of the response that shows a failure. */
const CHARACTERS_SHOWN = 300;

const USAGE = `npm run smoke:stores -- [options]

  --help   This text

Calls the real stores by each of ${routeChecks.length} routes, with the code that is deployed, a second apart, and prints a line for each.
A store treats addresses of AWS unlike yours: run it in CloudShell of the region that you deploy to.
npm run probe:stores shows which of the stores' limits, languages and forms are other than expected.`;

/** `npm run smoke:stores`: exit code 0 when all routes work, 1 when one does not, 2 for a wrong command line. */
try {
  const { help } = parseOptions("npm run smoke:stores", process.argv.slice(2), {
    help: { type: "boolean", short: "h" },
  });
  if (help) console.log(USAGE);
  else process.exitCode = await callStores();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function callStores(): Promise<number> {
  const settings = scraperEnvironment().parse({ LOG_LEVEL: "SILENT" });
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = { settings, fetch, now: () => new Date(), random: Math.random, logger };
  const scrapers = { ios: createIosScraper(deps), android: createAndroidScraper(deps) };
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
  return count === worked.length ? 0 : 1;
}

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
