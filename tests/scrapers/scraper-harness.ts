import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach } from "vitest";
import * as z from "zod";

import type { AppOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import type { Scraper, ScraperLogger } from "../../scrapers/http/create-scraper.ts";
import type { ScraperDeps } from "../../scrapers/http/scraper-deps.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { bundleFactories, type ScraperFactories } from "./bundled-scrapers.ts";

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
  /** The apps of a store on the day of these tests. */
  apps(platform: Platform): readonly AppOnDay[];
  /** Returns the first of them that is wanted. */
  app(platform: Platform, isWanted: (app: AppOnDay) => boolean): AppOnDay;
  /** Scrapers over the same simulator with other settings. */
  with(
    overrides: Partial<ScraperDeps["settings"]> & Partial<Pick<ScraperDeps, "fetch" | "requestTimeoutMs">>,
  ): Harness["scrapers"];
};

type HarnessOptions = {
  readonly appsPerStore?: number;
  readonly publishersPerStore?: number;
  /** Returns the code under test: the sources or a bundle. */
  readonly loadFactories?: (() => ScraperFactories) | undefined;
};

/** Starts both scrapers in this process over a simulator of their own. */
async function startHarness({
  appsPerStore = 240,
  publishersPerStore = 40,
  loadFactories,
}: HarnessOptions = {}): Promise<Harness> {
  console.log(`seed ${SEED}`);
  const simulator = await startStoreSimulator({
    seed: SEED,
    day: DAY,
    now: () => NOW.getTime(),
    appsPerStore,
    publishersPerStore,
  });
  const code = loadFactories?.() ?? (await chosenFactories());
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
      random: () => 0.5,
      logger,
      requestTimeoutMs,
    };
    return { ios: code.createIosScraper(deps), android: code.createAndroidScraper(deps) };
  };
  const apps: Harness["apps"] = (platform) => simulator.catalogue.apps(platform).map((one) => one.on(DAY));
  const app: Harness["app"] = (platform, isWanted) => {
    const found = apps(platform).find(isWanted);
    if (found === undefined) throw new Error("the catalogue has no such app");
    return found;
  };
  return { simulator, logged, apps, app, with: withSettings, scrapers: withSettings({}) };
}

export function isRatedIn(...countries: readonly string[]) {
  return (app: AppOnDay) => countries.every((country) => (app.metrics(country)?.ratingCount ?? 0) > 0);
}

/** A harness for the tests of a file or suite, each of which begins without faults and requests. */
export function useHarness(options: HarnessOptions = {}): Harness {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness(options);
  });
  beforeEach(() => {
    harness.simulator.faults.clear();
    harness.simulator.requests.clear();
  });
  afterAll(() => harness.simulator.stop());

  return {
    get simulator() {
      return harness.simulator;
    },
    get scrapers() {
      return harness.scrapers;
    },
    get logged() {
      return harness.logged;
    },
    apps: (platform) => harness.apps(platform),
    app: (platform, isWanted) => harness.app(platform, isWanted),
    with: (overrides) => harness.with(overrides),
  };
}

/** `SCRAPERS=bundled npx vitest run tests/scrapers` tests the code that is deployed instead of its sources. */
async function chosenFactories(): Promise<ScraperFactories> {
  if (process.env.SCRAPERS !== "bundled") return { createIosScraper, createAndroidScraper };
  const { directory, factories } = await bundleFactories();
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
