import { randomUUID } from "node:crypto";

import type { Db } from "../../../db/client.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { StoreSettings } from "../../../lib/domain/store-hosts.ts";
import type { Log } from "../../../lib/runtime/log.ts";
import type { Transport } from "../../../lib/stores/signed-transport.ts";
import type { ConnectStore } from "../../../lib/wiring/ports.ts";
import { connectScrapers } from "../../../lib/wiring/scraper-connector.ts";
import { createAndroidScraper } from "../../../scrapers/android/scraper.ts";
import { scraperEnvironment } from "../../../scrapers/contracts/environment.ts";
import type { Scraper } from "../../../scrapers/http/create-scraper.ts";
import { createIosScraper } from "../../../scrapers/ios/scraper.ts";
import type { StoreSimulator } from "../../store-simulator/simulator.ts";
import type { VirtualClock } from "./virtual-clock.ts";

type ConnectionInput = {
  readonly db: Db;
  readonly clock: Pick<VirtualClock, "now">;
  readonly log: Log;
  readonly simulator: Pick<StoreSimulator, "url">;
  readonly stores: StoreSettings;
  /** From 0 to 1. Quick retries wait in real time, and 0 makes their wait the shortest possible. */
  readonly random: () => number;
};

const scraperFactories = { ios: createIosScraper, android: createAndroidScraper };
const SCRAPER_URL = "https://scraper.example/";
const REQUEST_TIMEOUT_MS = 20_000;

export function connectStores({ clock, simulator, stores, ...input }: ConnectionInput): ConnectStore {
  const transport = async (platform: Platform) =>
    inProcessTransport(
      scraperFactories[platform]({
        settings: scraperEnvironment().parse({ STORE_SIMULATOR_URL: simulator.url }),
        fetch,
        now: clock.now,
        random: input.random,
        logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
        requestTimeoutMs: REQUEST_TIMEOUT_MS,
      }),
    );
  const urls = { ios: SCRAPER_URL, android: SCRAPER_URL };
  const ports = { ...input, measure: () => undefined };
  return connectScrapers(ports, { urls, transport, stores, requestClock: clock.now });
}

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
