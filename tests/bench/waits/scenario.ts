import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";

import type { Stage } from "../../../infra/aws/stage.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { type Caller, createCaller } from "../../support/api.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { type CreateDatabase, openDatabase } from "../economy/open-database.ts";
import { type Deployment, deploy } from "./deployment.ts";
import type { Figure } from "./figures.ts";
import { appIds, type Filling, fill, TOP_APPS } from "./fill.ts";
import type { WaitsOptions } from "./options.ts";
import { followVirtually } from "./virtual/timers.ts";
import { createVirtualWorld, type VirtualWorld } from "./virtual/world.ts";
import { createSyncWatch } from "./watch-syncs.ts";

export type Bench = {
  readonly create: CreateDatabase;
  readonly options: WaitsOptions;
  readonly print: (line: string) => void;
};

export type Scenario = {
  readonly title: string;
  readonly run: (bench: Bench) => Promise<readonly Figure[]>;
};

/** A Monday, so that weekly plans are the same each time. */
const MIDNIGHT = Date.parse("2026-05-11T00:00:00Z");
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAYS = 2;

type Circumstances = {
  readonly name: string;
  readonly stage: Stage;
  readonly filling: Filling;
  readonly soldIn?: ReadonlyMap<string, readonly string[]>;
  readonly failing?: Readonly<Record<Platform, readonly string[]>>;
  readonly search?: (platform: Platform, term: string) => readonly string[];
  readonly rejectsRanks?: () => boolean;
};

export type Service = Deployment & {
  readonly world: VirtualWorld;
  readonly db: TestDb;
  readonly watch: ReturnType<typeof createSyncWatch>;
  readonly createCaller: () => Promise<Caller>;
  /** Has a user request an app, which the watch follows from then on. */
  readonly request: (caller: Caller, app: RequestedApp) => void;
  /** Runs until so long after midnight. */
  readonly runUntil: (ms: number, isDone?: () => boolean) => Promise<void>;
  readonly planAt: (ms: number, happen: () => void) => void;
};

/** A sweep of this many apps lasts as long as the scenarios that are short. */
const FOLLOWED_IN_SHORT = 2_000;

export function followedFor({ followed }: WaitsOptions): number {
  return Math.min(followed, FOLLOWED_IN_SHORT);
}

type RequestedApp = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly soldIn?: readonly string[] | undefined;
};

/** Runs of one seed have one digest. */
function digest(deliveries: Service["deliveries"]): string {
  return createHash("sha256").update(JSON.stringify(deliveries)).digest("hex").slice(0, DIGEST_DIGITS);
}

const DIGEST_DIGITS = 12;

/** Soon after the charts and the sweep of the day are planned, and then as often as autovacuum would. */
const STATISTICS_AT_MS = [6, 60, 180, 360].map((minutes) => minutes * MINUTE_MS);

/** Does by the virtual clock what autovacuum would do by the machine's. */
function keepStatistics(world: VirtualWorld, db: TestDb): void {
  for (const ms of STATISTICS_AT_MS) {
    world.plan(MIDNIGHT + ms, () => world.start(() => db.execute(sql`VACUUM ANALYZE`)));
  }
}

/** Runs a stage from midnight on, with a database of its own that was filled before. */
export async function withService(
  { create, options, print }: Bench,
  { name, stage, filling, soldIn = new Map(), failing, search = () => [], rejectsRanks = () => false }: Circumstances,
  work: (service: Service) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const { db, clock, end } = await openDatabase(await create(`waits_${name}`), MIDNIGHT);
  await fill(db, clock.now(), filling);
  const world = createVirtualWorld(clock);
  const stopFollowing = followVirtually(world);
  const storeOf = (platform: Platform) => ({
    platform,
    soldIn,
    topApps: appIds.top(platform, TOP_APPS),
    failing: new Set(failing?.[platform]),
    search: (term: string) => search(platform, term),
    rejectsRanks,
  });
  const stores = { ios: storeOf("ios"), android: storeOf("android") };
  const deployment = deploy({ world, db, stage, stores, seed: options.seed, midnight: MIDNIGHT, days: DAYS });
  const watch = createSyncWatch(world, db);
  const startedAt = performance.now();
  keepStatistics(world, db);

  const service: Service = {
    ...deployment,
    world,
    db,
    watch,
    createCaller: () => createCaller(db),
    request: (caller, { platform, externalId, soldIn: sold }) => {
      watch.add({ platform, externalId, soldIn: sold });
      world.start(async () => {
        const { status, text } = await deployment.api.post("/apps", { platform, external_id: externalId }, caller);
        if (status !== 201) throw new Error(`An app was not tracked: ${status} ${text}`);
      });
    },
    runUntil: async (ms, isDone) => {
      for (let at = world.ms(); at < MIDNIGHT + ms && isDone?.() !== true; at = world.ms()) {
        await world.runUntil(Math.min(MIDNIGHT + ms, at + HOUR_MS / 2), isDone);
        const hours = ((world.ms() - MIDNIGHT) / HOUR_MS).toFixed(1);
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
        print(`  ${hours} h after midnight: ${deployment.deliveries.length} deliveries, ${seconds} s of this machine`);
      }
    },
    planAt: (ms, happen) => world.plan(MIDNIGHT + ms, happen),
  };
  try {
    return await work(service);
  } finally {
    stopFollowing();
    await end();
    print(`  trace ${digest(deployment.deliveries)}`);
  }
}
