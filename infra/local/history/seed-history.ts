import { randomBytes } from "node:crypto";

import { type ConnectionSettings, type Db, databaseOf, openClient } from "../../../db/client.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { Passwords } from "../../../lib/auth/password.ts";
import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { createUser } from "../../../lib/operations/create-user.ts";
import { createLogger } from "../../../lib/runtime/log.ts";
import { wireKeywordTracking, wireSyncRequests } from "../../../lib/wiring/endpoints.ts";
import { local } from "../../aws/local-stages.ts";
import type { CatalogueApp } from "../../store-simulator/catalogue/records.ts";
import {
  type StoreSimulator,
  type StoreSimulatorOptions,
  startStoreSimulator,
} from "../../store-simulator/simulator.ts";
import { connectToCatalogue } from "../pipeline/catalogue-connector.ts";
import { connectStores } from "../pipeline/connect-stores.ts";
import { installClock, resetSlots, type VirtualClock } from "../pipeline/virtual-clock.ts";
import { createVirtualPipeline } from "../pipeline/virtual-pipeline.ts";
import { fillDaysBetween } from "./days-between.ts";
import { withFactsOfPages } from "./facts-of-pages.ts";
import { COMPETITORS, compareApps, findAndTrack } from "./follow-apps.ts";
import { trackTerms } from "./follow-keywords.ts";

export type SeedHistoryInput = {
  /** A new, migrated database that nothing else uses, since its clock is moved meanwhile. */
  readonly connection: ConnectionSettings;
  readonly apps: number;
  readonly days: number;
  readonly lastDays: number;
  readonly today: Date;
  readonly user: { readonly name: string; readonly email: string; readonly password?: string };
  readonly passwords: Passwords;
  readonly stores?: Pick<StoreSimulatorOptions, "appsPerStore" | "publishersPerStore">;
  readonly log: (line: string) => void;
};

export const LAST_DAYS = 7;

const DAY_MS = 86_400_000;
const DAYS_BETWEEN = 14;
const START_MS = 300_000;
/** A sync that was late on the day before is due late, and must still complete within this time. */
const MINUTES_MIN = 120;
const CONNECTIONS_MAX = 8;
/** Keywords are tracked for these apps of each store. None of them is a competitor of another one. */
const PLACES_WITH_KEYWORDS = [0, COMPETITORS + 1];

export function daysToRead({ days, lastDays }: Pick<SeedHistoryInput, "days" | "lastDays">): readonly number[] {
  return Array.from({ length: days }, (_, index) => index - days).filter(
    (day, index) => index === 0 || -day <= lastDays || (-day - lastDays) % DAYS_BETWEEN === 0,
  );
}

/**
 * The pipeline reads some days under a virtual clock. The days between are derived, since reading all takes too long.
 */
export async function seedHistory(input: SeedHistoryInput): Promise<void> {
  const { connection, days, log } = input;
  const midnight = Math.floor(input.today.getTime() / DAY_MS) * DAY_MS;
  const clock = await installClock(connection, midnight - days * DAY_MS);
  const client = openClient({ ...connection, max: CONNECTIONS_MAX }, null);
  const epoch = utcDay(input.today);
  const simulator = await startStoreSimulator({ ...input.stores, epoch, day: -days, daysPass: true, now: clock.ms });
  const startedAt = performance.now();
  try {
    const service = await startService(input, { db: databaseOf(client), clock, simulator });
    const read = daysToRead(input);
    let before: string | undefined;
    for (const [index, day] of read.entries()) {
      await clock.moveTo(midnight + day * DAY_MS + START_MS);
      const apps = await service.readStores(day);
      const date = utcDay(clock.now());
      if (before === undefined) await client`ANALYZE`;
      else await fillDaysBetween(client, { from: before, to: date });
      before = date;
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      log(`${date}, ${index + 1} of ${read.length} days that are read: ${apps} apps, ${seconds} s`);
    }
    await service.addCompetitors();
    await client`ANALYZE`;
    await clock.remove();
  } finally {
    await Promise.all([client.end({ timeout: 5 }), simulator.stop(), clock.stop()]);
  }
}

type Opened = { readonly db: Db; readonly clock: VirtualClock; readonly simulator: StoreSimulator };

async function startService(input: SeedHistoryInput, { db, clock, simulator }: Opened) {
  await resetSlots(db, {});
  const { id: userId, email, password } = await createUser({ db, passwords: input.passwords, randomBytes }, input.user);
  if (password !== undefined) input.log(`${email} tracks the apps. Password: ${password}`);
  const correlationId = "history";
  const shared = { db, clock, log: createLogger({ STAGE: local.name, LOG_LEVEL: "SILENT" }) };
  const connectScrapers = connectStores({ ...shared, simulator, stores: local.stores, random: () => 0 });
  const pipeline = createVirtualPipeline({
    ...shared,
    settings: local,
    connect: (platform, retries) => {
      const stores = connectScrapers(platform, retries);
      return withFactsOfPages(connectToCatalogue(stores, { ...simulator, platform }), stores);
    },
    // A random number decides the delay of a retry. It is constant so that each run is the same.
    random: () => 0.5,
    correlationId,
  });
  const deps = { ...wireSyncRequests(pipeline.ports, local), correlationId };
  const keywordDeps = { ...wireKeywordTracking(pipeline.ports, local), correlationId };
  const appsOf = (platform: Platform) => simulator.catalogue.apps(platform).slice(0, input.apps);
  const tracked = new Set<CatalogueApp>();

  return {
    async readStores(day: number): Promise<number> {
      await createMissingPartitions(db, clock.now());
      for (const app of platforms.flatMap(appsOf)) {
        const onDay = app.on(day);
        if (tracked.has(app) || !onDay.isInStore || onDay.availableCountries().length === 0) continue;
        await findAndTrack(deps, onDay, userId);
        tracked.add(app);
        const apps = appsOf(onDay.platform);
        const place = apps.indexOf(app);
        if (!PLACES_WITH_KEYWORDS.includes(place)) continue;
        await trackTerms(keywordDeps, { app: onDay, rivals: apps.slice(place + 1, place + 1 + COMPETITORS), userId });
      }
      for (const platform of platforms) await pipeline.startDailyCharts(platform, { correlationId });
      await pipeline.runUntilIdle({ minutesMin: MINUTES_MIN });
      return tracked.size;
    },
    async addCompetitors(): Promise<void> {
      for (const platform of platforms) {
        const apps = appsOf(platform).filter((app) => tracked.has(app));
        await compareApps(deps, apps, userId);
      }
    },
  };
}
