import { scraperEnvironment } from "../../../scrapers/contracts/environment.ts";
import type { Scraper } from "../../../scrapers/http/create-scraper.ts";
import type { ScraperDeps } from "../../../scrapers/http/scraper-deps.ts";

/** Returns the user agent that a scraper sends by default. No request leaves the process. */
export async function usualUserAgent(createScraper: (deps: ScraperDeps) => Scraper, path: string): Promise<string> {
  let sent: string | null = null;
  const scraper = createScraper({
    settings: scraperEnvironment().parse({ LOG_LEVEL: "SILENT" }),
    fetch: async (_address, init) => {
      sent = new Headers(init?.headers).get("user-agent");
      return new Response("{}");
    },
    now: () => new Date(),
    random: () => 0,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const requestContext = { requestId: "probe", http: { method: "GET" } };
  await scraper({ rawPath: path, rawQueryString: "", headers: {}, requestContext });
  if (sent === null) throw new TypeError(`The scraper sends no user agent for ${path}.`);
  return sent;
}
