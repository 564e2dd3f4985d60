import { resetSlots } from "../../infra/local/pipeline/virtual-clock.ts";
import { startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { createCaller } from "../support/api.ts";
import type { ClockedDb } from "../support/database.ts";
import { type App, createApp } from "../support/factories.ts";
import { type AppMemory, createAppMemory } from "./app-memory.ts";
import { compareAgreement } from "./compare-agreement.ts";
import { compareAvailability } from "./compare-availability.ts";
import { compareChanges } from "./compare-changes.ts";
import { chartQuery, compareChart, compareRanks, type FollowedChart } from "./compare-charts.ts";
import { compareFacts } from "./compare-facts.ts";
import { compareListings, type Languages } from "./compare-listings.ts";
import { comparePrices } from "./compare-prices.ts";
import { compareRatings } from "./compare-ratings.ts";
import type { Comparing } from "./comparing.ts";
import { createFindings, type Findings } from "./findings.ts";
import { createReader, type Reader } from "./read-api.ts";
import {
  beginFaults,
  bothPlatforms,
  type ChosenApps,
  chooseApps,
  days,
  FAR_CLOCK_DAY,
  FIRST_DAY,
  type Platform,
  requestedSyncs,
} from "./scenario.ts";
import { createService, setTimeZone } from "./service.ts";
import { createShownDays, type OracleApp } from "./shown-days.ts";

export type OracleSize = {
  readonly seed: number;
  /** The number of apps of each store. */
  readonly tracked: number;
  readonly rivals: number;
  readonly chartCountries: readonly string[];
  /** The scenario ends after this day. */
  readonly lastDay: number;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An hour at which the next day has begun at UTC+14. */
const FIRST_HOUR = 10;

/**
 * Runs the service through days of the scenario, and after each compares what it shows with what the stores show.
 */
export async function runDays(db: ClockedDb, size: OracleSize, print: (line: string) => void): Promise<Findings> {
  const { clock } = db;
  const simulator = await startStoreSimulator({ seed: size.seed, day: FIRST_DAY, now: clock.ms });
  const { catalogue } = simulator;
  const startMs = catalogue.startOf(FIRST_DAY).getTime();
  const apps = {
    ios: chooseApps(catalogue, "ios", size),
    android: chooseApps(catalogue, "android", size),
  };
  const service = createService(db, simulator, size.seed);
  await service.start(startMs + FIRST_HOUR * HOUR_MS);
  await resetSlots(db, {});
  const reader = createReader(service, await createCaller(db));
  const caller = await createCaller(db);
  const ownReader = createReader(service, caller);

  const storefronts = await reader.countries();
  const languagesOf = (platform: Platform): Languages => {
    const byLocale = new Map<string, string[]>();
    for (const country of storefronts) {
      for (const locale of country[`${platform}_languages`] ?? []) {
        byLocale.set(locale, [...(byLocale.get(locale) ?? []), country.code]);
      }
    }
    return [...byLocale].map(([locale, codes]) => ({ locale, storefronts: codes }));
  };
  const languages = { ios: languagesOf("ios"), android: languagesOf("android") };
  const firstLanguage = (platform: Platform, code: string) =>
    storefronts.find((country) => country.code === code)?.[`${platform}_languages`]?.[0] ?? "en-US";
  const shown = createShownDays(simulator, apps, firstLanguage);
  const followed = await followApps(db, apps);
  const charts = chartsOf(size);
  const findings = createFindings();
  const nextWatched = inTurn(followed.map(({ app }) => app));
  const dayOf = (time: string) => Math.floor((Date.parse(time) - startMs) / DAY_MS);
  const dateOf = (day: number) => new Date(startMs + day * DAY_MS).toISOString().slice(0, 10);
  const daysSoFar: number[] = [];

  try {
    for (const today of days.filter((day) => day <= size.lastDay)) {
      const began = performance.now();
      daysSoFar.push(today);
      await setTimeZone(db, today === FAR_CLOCK_DAY ? "Pacific/Kiritimati" : "UTC");
      shown.showToService(today);
      await service.start(startMs + today * DAY_MS + FIRST_HOUR * HOUR_MS);
      beginFaults(simulator, today);
      simulator.requests.clear();
      if (today === 0) await track(service, caller, apps, followed);
      await requestSyncs(service, caller, apps, today);
      for (const chart of charts) await ownReader.readChart(chartQuery(chart));
      const minutes = await service.runUntilIdle(async () => {
        for (const app of nextWatched()) compareAgreement(findings, today, await reader.readState(app));
      });
      const served = performance.now();

      beginFaults(simulator, -1);
      const requests = simulator.requests.list().length;
      const before = findings.list.length;
      const comparing: Comparing = { findings, shown, today, dayOf, dateOf, runDays: daysSoFar };
      for (const one of followed) await compareApp(comparing, one, { reader: ownReader, languages, charts });
      for (const chart of charts) await compareChart(comparing, ownReader, { chart, charts });
      const seconds = [served - began, performance.now() - served].map((ms) => (ms / 1_000).toFixed(1));
      print(
        `day ${today}: ${minutes} minutes, ${requests} requests of the stores in ${seconds[0]} s, ` +
          `compared in ${seconds[1]} s, ${findings.list.length - before} differences`,
      );
    }
  } finally {
    await setTimeZone(db, "UTC");
    await simulator.stop();
  }
  return findings;
}

type Followed = {
  readonly app: OracleApp;
  readonly id: number;
  readonly role: "tracked" | "rivals";
  readonly memory: AppMemory;
};

/** Compares all that the service shows of an app after a day. */
async function compareApp(
  comparing: Comparing,
  { app, id, memory, role }: Followed,
  {
    reader,
    languages,
    charts,
  }: {
    readonly reader: Reader;
    readonly languages: Readonly<Record<Platform, Languages>>;
    readonly charts: readonly FollowedChart[];
  },
): Promise<void> {
  const { findings, today, dateOf, dayOf } = comparing;
  const reading = await reader.readApp(app);
  compareAgreement(findings, today, reading);
  await compareListings(comparing, { reader, languages: languages[app.platform] }, reading, memory);
  await compareAvailability(comparing, reading, memory);
  await compareRatings(comparing, reading, memory);
  await comparePrices(comparing, reading, memory);
  await compareFacts(comparing, reader, app, memory);
  const dates = Array.from({ length: today + 1 }, (_, day) => dateOf(day));
  const rows = await reader.readChanges(role === "tracked" ? "apps" : "competitors", id, dates);
  compareChanges(findings, { app, today, rows, memory, dayOf });
  await compareRanks(comparing, { reader, app, charts });
}

/** Returns a function that returns one app of each store, the next one with each call. */
function inTurn(apps: readonly OracleApp[]): () => readonly OracleApp[] {
  let turn = -1;
  return () => {
    turn += 1;
    return bothPlatforms.flatMap((platform) => {
      const own = apps.filter((app) => app.platform === platform);
      return own.slice(turn % own.length, (turn % own.length) + 1);
    });
  };
}

async function followApps(db: ClockedDb, apps: Readonly<Record<Platform, ChosenApps>>): Promise<readonly Followed[]> {
  const followed: Followed[] = [];
  for (const platform of bothPlatforms) {
    for (const role of ["tracked", "rivals"] as const) {
      for (const externalId of apps[platform][role]) {
        const { id }: App = await createApp(db, { platform, externalId, originCountryCode: "us" });
        followed.push({ app: { platform, externalId }, id, role, memory: createAppMemory() });
      }
    }
  }
  return followed;
}

type Service = ReturnType<typeof createService>;
type Caller = Awaited<ReturnType<typeof createCaller>>;

/** Tracks each app, and makes the rivals competitors of the first of their store. */
async function track(
  { api }: Service,
  caller: Caller,
  apps: Readonly<Record<Platform, ChosenApps>>,
  followed: readonly Followed[],
): Promise<void> {
  for (const { app, id, role } of followed) {
    const [first] = apps[app.platform].tracked;
    const { status } =
      role === "tracked"
        ? await api.post(`/apps/${app.platform}/${app.externalId}/track`, undefined, caller)
        : await api.post(`/apps/${app.platform}/${first}/competitors`, { competitor_app_id: id }, caller);
    if (status >= 300) throw new Error(`Following ${app.externalId} returned ${status}.`);
  }
}

async function requestSyncs(
  { api }: Service,
  caller: Caller,
  apps: Readonly<Record<Platform, ChosenApps>>,
  today: number,
): Promise<void> {
  for (const place of requestedSyncs[today] ?? []) {
    for (const platform of bothPlatforms) {
      const externalId = apps[platform].tracked[place];
      if (externalId !== undefined) await api.post(`/apps/${platform}/${externalId}/sync`, undefined, caller);
    }
  }
}

function chartsOf({ chartCountries }: OracleSize): readonly FollowedChart[] {
  return bothPlatforms.flatMap((platform) =>
    chartCountries.flatMap((country) =>
      (["top_free", "top_paid", "top_grossing"] as const).map((collection) => ({
        platform,
        collection,
        country,
        category: null,
        categoryId: undefined,
      })),
    ),
  );
}
