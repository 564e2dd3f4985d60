import { eq, sql } from "drizzle-orm";

import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { chartDays, chartFetches } from "../../db/schema/charts.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import { expressSlots, sweepBatches, sweepShards, sweepSlots } from "../../db/schema/sweeps.ts";
import { statement } from "../../db/statement.ts";
import type { HostClass, StoreHost } from "../../lib/domain/store-hosts.ts";
import type { SweepMessage } from "../../lib/queues/messages.ts";
import { fewCountries } from "./countries.ts";
import type { ClockedDb, TestDb } from "./database.ts";
import { emptyTables } from "./empty-tables.ts";
import { type App, createUser } from "./factories.ts";
import { createFakeStore, type FakeStore } from "./fake-store.ts";
import { createPipeline, createSoldApp, type Pipeline, type PipelineOverrides } from "./pipeline.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The time of today at which each world of sweeps begins, in milliseconds since 1970. */
export const noonMs = new Date().setUTCHours(12, 0, 0, 0);

/** Seconds between two ticks of the schedule. */
export const TICK_SECONDS = 300;

/** More ticks than batches need that fail every attempt. */
const TICKS_MAX = 12;

/** Apps that somebody follows and the store sells, in the order of their ids. */
export async function followApps(
  db: TestDb,
  store: FakeStore,
  count: number,
  newApp: Parameters<typeof createSoldApp>[2] = {},
): Promise<readonly App[]> {
  const { id: userId } = await createUser(db);
  const followed: App[] = [];
  for (let index = 0; index < count; index += 1) {
    const app = await createSoldApp(db, store, newApp);
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${app.id})`);
    followed.push(app);
  }
  return followed;
}

/** Deletes all apps, users, sweeps and spent tokens, and sets the clock. */
export async function emptySweeps(db: ClockedDb, atMs: number = noonMs): Promise<void> {
  await db.clock.moveTo(atMs);
  await emptyTables(db, sweepBatches, sweepShards, chartDays, chartFetches, apps, users, storeBudgets);
  const longAgo = sql`clock_timestamp() - interval '1 hour'`;
  for (const slots of [sweepSlots, expressSlots]) await db.update(slots).set({ nextPlannedAt: longAgo });
}

/** A database with only this many followed apps, their store, and the pipeline that sweeps them in few storefronts. */
export async function createSweepWorld(
  db: ClockedDb,
  { apps: count = 3, ...overrides }: PipelineOverrides & { readonly apps?: number } = {},
) {
  await emptySweeps(db);
  const store = createFakeStore("ios");
  const followed = await followApps(db, store, count);
  const pipeline = createPipeline(db, store, { countries: fewCountries, ...overrides });
  return { db, store, apps: followed, pipeline };
}

/** Runs the schedule that brings the day's sweep of the App Store on, once. Returns what it counts. */
export async function tickSweep({ sweepStorefronts }: Pick<Pipeline, "sweepStorefronts">) {
  const { ios } = await sweepStorefronts();
  if (ios === undefined) throw new Error("The App Store is not swept.");
  return ios;
}

/**
 * Repeats ticks and deliveries, with the time between two ticks, until all batches of the day have ended and are
 * counted.
 */
export async function sweepDay(pipeline: Pipeline): Promise<void> {
  const { clock, ports } = pipeline;
  for (let ticks = 0; ticks < TICKS_MAX; ticks += 1) {
    const nextTickMs = clock.ms() + TICK_SECONDS * 1_000;
    await tickSweep(pipeline);
    if (!(await hasOpenShard(ports.db, {}))) return;
    await pipeline.deliverSweeps();
    await clock.moveTo(Math.max(nextTickMs, clock.ms()));
  }
  throw new Error(`The day's sweep had not ended after ${TICKS_MAX} ticks.`);
}

const hasOpenShard = statement({
  name: "has_open_shard",
  effect: "reads",
  returns: "any",
  sql: () => sql`SELECT 1 FROM sweep_shards WHERE folded_at IS NULL OR counts_again
    UNION ALL SELECT 1 FROM sweep_batches WHERE outcome IS NULL LIMIT 1`,
});

/** Takes the messages of sweeps off their queue, and returns that of a batch in a storefront. */
export function takeBatch(
  { sentSweeps }: Pick<Pipeline, "sentSweeps">,
  countryCode: string,
  kind: SweepMessage["kind"] = "metrics",
): SweepMessage {
  for (const { message } of sentSweeps.splice(0)) {
    if (message.kind === kind && message.countryCode === countryCode) return message;
  }
  throw new Error(`No batch of ${countryCode} was sent.`);
}

/** Returns the requests that a bucket of tokens has paid for. */
export async function requestsPaid(db: TestDb, bucket: HostClass | StoreHost): Promise<number> {
  const [row] = await db
    .select({ paid: storeBudgets.windowRequests })
    .from(storeBudgets)
    .where(eq(storeBudgets.bucket, bucket));
  return row?.paid ?? 0;
}

/** Leaves this many tokens in a bucket. */
export async function leaveTokens(db: TestDb, bucket: HostClass | StoreHost, tokens: number): Promise<void> {
  const left = { tokens, refilledAt: sql`clock_timestamp()` };
  await db
    .insert(storeBudgets)
    .values({ bucket, ...left })
    .onConflictDoUpdate({ target: storeBudgets.bucket, set: left });
}

/** The stored metrics of an app in a storefront. */
export async function metricsIn(db: TestDb, { id }: App, country: string) {
  const [row] = await db.execute<{ is_available: boolean; rating_count: number | null; stars: number[] | null }>(
    sql`SELECT is_available, rating_count, to_jsonb(stars) AS stars FROM app_metrics
      WHERE app_id = ${id} AND country_code = ${country}`,
  );
  return row;
}
