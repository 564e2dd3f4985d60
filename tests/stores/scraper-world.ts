import { afterAll, beforeAll } from "vitest";

import { storeCategories } from "../../db/seeds/store-categories.ts";
import { inProcessTransport } from "../../infra/local/pipeline/connect-stores.ts";
import type { FaultRule } from "../../infra/store-simulator/faults/fault-rule.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { type ListingTarget, storefrontLanguages } from "../../lib/domain/country.ts";
import type { FailureReason } from "../../lib/domain/failed-item.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { ChartRequest, StoreConnector } from "../../lib/stores/connector.ts";
import { createConnector } from "../../lib/stores/create-connector.ts";
import { noReports, type ResponseReporter } from "../../lib/stores/response-reporter.ts";
import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { scraperEnvironment } from "../../scrapers/contracts/environment.ts";
import type { Scraper } from "../../scrapers/http/create-scraper.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { describeStoreConnector } from "./connector-contract.ts";
import type { StoreWorld } from "./store-world.ts";

export const DAY = 100;
/** The request timeout of a scraper here: longer than any store of these tests takes. */
const PATIENT_MS = 30_000;
/** For a storefront that never responds: enough for the others, and short, since it is waited for twice. */
const HURRIED_MS = 1_500;

/** The fault of the store for which a scraper reports this reason. */
const misbehaviours: Readonly<Record<FailureReason, FaultRule["respond"]>> = {
  http_403: { status: 403 },
  http_429: { status: 429 },
  http_5xx: { status: 502 },
  timeout: "timeout",
  network_error: "reset",
  invalid_response: "garbage",
};

const topPaid = { collection: "top_paid", country: "us" } as const;

const scraperFactories = { ios: createIosScraper, android: createAndroidScraper };

/** Tests a connector against the contract; everything beneath it is real but the store, which is simulated. */
export function describeScraperConnector(platform: Platform): void {
  let simulator: StoreSimulator;
  let world: StoreWorld;

  beforeAll(async () => {
    simulator = await startStores();
    world = createWorld(platform, simulator);
  });
  afterAll(() => simulator.stop());

  describeStoreConnector(platform, platform, () => world);
}

export function startStores(): Promise<StoreSimulator> {
  return startStoreSimulator({ day: DAY, appsPerStore: 200, publishersPerStore: 40 });
}

/** Returns a connector over the real scraper in this process, which calls the simulator. */
export function createScraperConnector(
  platform: Platform,
  simulator: StoreSimulator,
  report?: ResponseReporter,
): StoreConnector {
  return connectTo(platform, startScraper(platform, simulator, PATIENT_MS), report);
}

function startScraper(platform: Platform, simulator: StoreSimulator, requestTimeoutMs: number): Scraper {
  const settings = scraperEnvironment().parse({ STORE_SIMULATOR_URL: simulator.url });
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return scraperFactories[platform]({
    settings,
    fetch,
    now: () => new Date(),
    random: () => 0.5,
    logger,
    requestTimeoutMs,
  });
}

function connectTo(platform: Platform, scraper: Scraper, report: ResponseReporter = noReports): StoreConnector {
  const baseUrl = "https://scraper.example/";
  return createConnector({ platform, baseUrl, transport: inProcessTransport(scraper), random: () => 0, report });
}

function createWorld(platform: Platform, simulator: StoreSimulator): StoreWorld {
  const patient = startScraper(platform, simulator, PATIENT_MS);
  const hurried = startScraper(platform, simulator, HURRIED_MS);
  let scraper = patient;
  const connector = connectTo(platform, (event) => scraper(event));
  const { app, targets, absent } = chooseApp(platform, simulator);
  return {
    connector,
    externalId: app.externalId,
    targets,
    absent,
    unknownId: { ios: "999999999999", android: "com.example.unknown" }[platform],
    publisherId: app.publisher.externalId,
    unknownPublisherId: { ios: "999999999999", android: "Nobody+At+All" }[platform],
    chart: { ...topPaid, categoryExternalId: null },
    emptyChart: chooseEmptyChart(platform, simulator),
    term: app.brand,
    termWithoutHits: "zzqxjkvw",
    fail: (country, { reason, retryAfterSeconds }) => {
      const respond = misbehaviours[reason];
      if (reason === "timeout") scraper = hurried;
      const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
      simulator.faults.add({
        match: { platform, country },
        respond: typeof respond === "object" ? { ...respond, headers } : respond,
      });
    },
    hang: (country) => simulator.faults.add({ match: { platform, country }, respond: "timeout" }),
    heal: () => {
      scraper = patient;
      simulator.faults.clear();
    },
  };
}

/** Returns an app that three storefronts of different languages have and another one lacks. */
function chooseApp(platform: Platform, { catalogue }: StoreSimulator) {
  for (const app of catalogue.apps(platform)) {
    const today = app.on(DAY);
    const [first, second, third] = targetsOf(platform, catalogue.countries, today.availableCountries());
    const [absent] = targetsOf(platform, catalogue.countries, today.unavailableCountries());
    if (today.isInStore && first?.country === "us" && second && third && absent) {
      return { app, targets: [first, second, third] as const, absent };
    }
  }
  throw new Error(`The ${platform} catalogue has no app that some storefront lacks.`);
}

/** Returns a chart without any of the simulator's apps. */
function chooseEmptyChart(platform: Platform, { catalogue }: StoreSimulator): ChartRequest {
  const categories = storeCategories.flatMap((one) => (one.platform === platform ? (one.externalId ?? []) : []));
  const category = categories.find(
    (one) => catalogue.chart({ platform, ...topPaid, category: one, day: DAY }).length === 0,
  );
  if (category === undefined) throw new Error(`Every ${platform} category has apps that cost something.`);
  return { ...topPaid, categoryExternalId: category };
}

/** Returns the first language's listing target of each storefront, by priority. */
function targetsOf(
  platform: Platform,
  countries: StoreSimulator["catalogue"]["countries"],
  codes: readonly string[],
): readonly ListingTarget[] {
  const wanted = new Set(codes);
  return countries
    .filter(({ code }) => wanted.has(code))
    .toSorted((a, b) => b.priority - a.priority)
    .flatMap((country) => {
      const [locale] = storefrontLanguages(country, platform);
      return locale === undefined ? [] : [{ country: country.code, locale }];
    });
}
