import { randomUUID } from "node:crypto";

import type { Transport } from "../../../lib/stores/signed-transport.ts";
import type { Scraper } from "../../../scrapers/http/create-scraper.ts";

/** Calls a scraper in this process as its function URL would. Like `fetch`, it observes the signal. */
export function inProcessTransport(scraper: Scraper): Transport {
  return async ({ url, headers, signal }) => {
    const response = scraper({
      rawPath: url.pathname,
      rawQueryString: url.search.slice(1),
      headers,
      requestContext: { requestId: randomUUID(), http: { method: "GET" } },
    });
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });

    const { statusCode, headers: responded, body } = await Promise.race([response, aborted]);
    return new Response(body, { status: statusCode, headers: responded });
  };
}
