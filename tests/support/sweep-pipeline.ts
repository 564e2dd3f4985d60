import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";

import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { expressTurns, sweepBatches, sweepShards, sweepTurns } from "../../db/schema/sweeps.ts";
import type { SweepMessage } from "../../lib/queues/messages.ts";
import { delaysOf, type SweepQueues } from "../../lib/queues/work-queues.ts";
import type { Measure } from "../../lib/runtime/telemetry.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { unlimitedBudget } from "../../lib/stores/store-budget.ts";
import { type FetchSweepBatchDependencies, fetchSweepBatch } from "../../lib/sweeps/fetch-sweep-batch.ts";
import { type SweepStorefrontsDependencies, sweepStorefronts } from "../../lib/sweeps/sweep-storefronts.ts";
import { fewCountries } from "./countries.ts";
import type { TestDb } from "./database.ts";
import { emptyTables } from "./empty-tables.ts";
import { type App, createUser } from "./factories.ts";
import { createFakeStore, type FakeStore } from "./fake-store.ts";
import { createSoldApp } from "./pipeline.ts";
import { silentLog } from "./silent-log.ts";

const sweepDefaults = {
  batchesPerMinute: 6_000,
  appsPerRequest: 150,
  tickSeconds: 300,
  resendSeconds: 900,
  expressSeconds: 60,
};

type Overrides = Partial<Pick<SweepStorefrontsDependencies, "countries" | "now">> & {
  readonly settings?: Partial<typeof sweepDefaults>;
  readonly budget?: FetchSweepBatchDependencies["budget"];
  readonly queues?: SweepQueues;
};

/** The sweep of the App Store in this process: real database, messages kept in an array instead of a queue. */
export function createSweepPipeline(db: Db, connector: StoreConnector, overrides: Overrides = {}) {
  const sent: { readonly message: SweepMessage; readonly delaySeconds: number }[] = [];
  const measured: Parameters<Measure>[] = [];
  const queues: SweepQueues = overrides.queues ?? {
    async send(_platform, messages, options) {
      const delayOf = delaysOf(options);
      sent.push(...messages.map((message) => ({ message, delaySeconds: delayOf(message) })));
    },
  };
  const shared = {
    db,
    queues,
    log: silentLog,
    now: overrides.now ?? (() => new Date()),
    measure: ((...figure) => void measured.push(figure)) satisfies Measure,
  };
  const deps: FetchSweepBatchDependencies = {
    ...shared,
    connector,
    budget: overrides.budget ?? unlimitedBudget,
    random: () => 0.5,
    newToken: randomUUID,
    settings: { leaseSeconds: 60, resendSeconds: 900 },
    relookDays: 7,
  };
  const ticking = {
    ...shared,
    platform: "ios" as const,
    countries: overrides.countries ?? fewCountries,
    settings: { ...sweepDefaults, ...overrides.settings },
  };
  const deliver = (message: SweepMessage) => fetchSweepBatch(deps, { message, remainingMs: () => 90_000 });
  const tick = () => sweepStorefronts(ticking, { correlationId: "sweep" });
  const drain = async () => {
    const outcomes: string[] = [];
    for (const { message } of sent.splice(0)) outcomes.push(await deliver(message));
    return outcomes;
  };

  return {
    deps,
    ticking,
    sent,
    measured,
    tick,
    deliver,
    /** Delivers the messages that were sent so far, and returns how each ended. */
    drain,
    /** Plans, fetches and counts the whole sweep. */
    sweep: async () => {
      await tick();
      await drain();
      return tick();
    },
  };
}

export type SweepPipeline = ReturnType<typeof createSweepPipeline>;

/** Apps that somebody follows and the store sells, in the order of their ids. */
export async function followApps(db: TestDb, store: FakeStore, count: number): Promise<readonly App[]> {
  const { id: userId } = await createUser(db);
  const followed: App[] = [];
  for (let index = 0; index < count; index += 1) {
    const app = await createSoldApp(db, store);
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${app.id})`);
    followed.push(app);
  }
  return followed;
}

/** Deletes all apps, users and sweeps. */
export async function emptySweeps(db: TestDb): Promise<void> {
  await emptyTables(db, sweepBatches, sweepShards, apps, users);
  const longAgo = sql`clock_timestamp() - interval '1 hour'`;
  for (const turns of [sweepTurns, expressTurns]) await db.update(turns).set({ nextPlannedAt: longAgo });
}

/** An empty database with so many followed apps, their store and its sweep. */
export async function createSweepWorld(
  db: TestDb,
  { apps: count = 3, ...overrides }: Overrides & { apps?: number } = {},
) {
  await emptySweeps(db);
  const store = createFakeStore("ios");
  const followed = await followApps(db, store, count);
  return { db, store, apps: followed, pipeline: createSweepPipeline(db, store, overrides) };
}

/** What is stored of an app in a storefront. */
export async function metricsIn(db: TestDb, { id }: App, country: string) {
  const [row] = await db.execute<{ is_available: boolean; rating_count: number | null; stars: number[] | null }>(
    sql`SELECT is_available, rating_count, to_jsonb(stars) AS stars FROM app_metrics WHERE app_id = ${id} AND country_code = ${country}`,
  );
  return row;
}
