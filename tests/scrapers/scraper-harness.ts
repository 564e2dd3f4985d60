import { rm } from "node:fs/promises";
import * as z from "zod";

import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import type { Scraper, ScraperLogger } from "../../scrapers/http/create-scraper.ts";
import type { ScraperDeps } from "../../scrapers/http/scraper-deps.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { bundleScrapers, type ScraperFactories } from "./bundled-scrapers.ts";

export const SEED = Number(process.env.TEST_SEED ?? 7);
export const DAY = 30;
const NOW = new Date("2026-02-01T00:00:00Z");

export type LoggedEvent = {
  readonly level: keyof ScraperLogger;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

export type Harness = {
  readonly simulator: StoreSimulator;
  readonly scrapers: { readonly ios: Scraper; readonly android: Scraper };
  readonly logged: LoggedEvent[];
  /** Scrapers over the same simulator with other settings. */
  with(
    overrides: Partial<ScraperDeps["settings"]> & Partial<Pick<ScraperDeps, "fetch" | "requestTimeoutMs">>,
  ): Harness["scrapers"];
};

export type HarnessOptions = {
  readonly appsPerStore?: number;
  readonly publishersPerStore?: number;
  /** The code under test: the sources or a bundle. */
  readonly factories?: ScraperFactories;
};

/** Starts both scrapers in this process over a simulator of their own. */
export async function startHarness({
  appsPerStore = 240,
  publishersPerStore = 40,
  factories,
}: HarnessOptions = {}): Promise<Harness> {
  console.log(`seed ${SEED}`);
  const simulator = await startStoreSimulator({
    seed: SEED,
    day: DAY,
    now: () => NOW.getTime(),
    appsPerStore,
    publishersPerStore,
  });
  const code = factories ?? (await chosenFactories());
  const logged: LoggedEvent[] = [];
  const log = (level: LoggedEvent["level"]) => (event: string, fields: LoggedEvent["fields"]) =>
    void logged.push({ level, event, fields });
  const logger: ScraperLogger = { info: log("info"), warn: log("warn"), error: log("error") };

  const withSettings: Harness["with"] = ({ requestTimeoutMs = 20_000, fetch = globalThis.fetch, ...settings }) => {
    const deps: ScraperDeps = {
      settings: {
        LOG_LEVEL: "INFO",
        STORE_SIMULATOR_URL: simulator.url,
        ROUTE_DEADLINE_MS: 30_000,
        STORE_CONCURRENCY: 10,
        ...settings,
      },
      fetch,
      now: () => NOW,
      logger,
      requestTimeoutMs,
    };
    return { ios: code.createIosScraper(deps), android: code.createAndroidScraper(deps) };
  };
  return { simulator, logged, with: withSettings, scrapers: withSettings({}) };
}

/** `SCRAPERS=bundled npx vitest run tests/scrapers` tests the code that is deployed instead of its sources. */
async function chosenFactories(): Promise<ScraperFactories> {
  if (process.env.SCRAPERS !== "bundled") return { createIosScraper, createAndroidScraper };
  const { directory, factories } = await bundleScrapers();
  await rm(directory, { recursive: true });
  return factories;
}

export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Sends a GET as a function URL would pass it on. */
export async function get(
  scraper: Scraper,
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Received> {
  const [rawPath = "", rawQueryString = ""] = path.split("?");
  const requestContext = { requestId: "request-1", http: { method } };
  const response = await scraper({ rawPath, rawQueryString, headers, requestContext });
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.body) };
}

/** Returns the body, parsed by the contract. */
export async function getParsed<Schema extends z.ZodType>(schema: Schema, scraper: Scraper, path: string) {
  const response = await get(scraper, path);
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
  return z.parse(schema, response.body);
}
