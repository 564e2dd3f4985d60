import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { apps } from "../../db/schema/apps.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { syncLimits } from "../../lib/domain/sync-limits.ts";
import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline, createSoldApp, type Pipeline } from "../support/pipeline.ts";
import { equalStores } from "../support/store-settings.ts";
import { findStored } from "../support/stored.ts";

const database = useClockedDatabase();
const RUNS_MAX = 2;
/** Stores that complete two runs in a quarter of a day. */
const slowStores = {
  ios: equalStores({ perMinute: 1 / 18, capacity: 600 }),
  android: equalStores({ perMinute: 1 / 24, capacity: 600 }),
};

/** Returns a pipeline in which only two runs that users request may be under way, and apps to sync with it. */
async function world(platform: Platform, purposes: readonly SyncPurpose[]) {
  const { db } = database();
  const store = createFakeStore(platform);
  const pipeline = createPipeline(db, store, { countries: fewCountries, settings: { stores: slowStores[platform] } });
  expect(syncLimits(pipeline.settings, fewCountries, platform).onDemandRunsMax).toBe(RUNS_MAX);
  const apps = [];
  for (const purpose of purposes) {
    const app = await createSoldApp(db, store);
    await pipeline.start(app.id, purpose);
    apps.push(app);
  }
  return { db, store, apps, pipeline };
}

/** Delivers each waiting message once. */
async function deliverAll(pipeline: Pipeline) {
  const messages = pipeline.sent.splice(0).map(({ message }) => message);
  const outcomes = [];
  for (const message of messages) outcomes.push(await pipeline.deliver(message));
  return outcomes;
}

const letWaitsPass = () => database().db.execute(sql`UPDATE sync_statuses SET resume_after = NULL`);

beforeEach(() => emptyTables(database().db, apps, storeBudgets));

describe("runs that users request", () => {
  it("begin in the order of their requests, no more at once than the budget completes; the others request nothing from the store", async () => {
    const { db, store, apps, pipeline } = await world("ios", ["on_demand", "on_demand", "on_demand", "on_demand"]);

    expect(await deliverAll(pipeline)).toEqual(["completed", "completed", "continue", "continue"]);

    expect(store.calls).toHaveLength(RUNS_MAX);
    const waiting = pipeline.sent.filter(({ delaySeconds }) => delaySeconds > 0);
    expect(waiting.map(({ message }) => [message.appId, message.hop])).toEqual([
      [apps[2]?.id, 0],
      [apps[3]?.id, 0],
    ]);
    for (const { delaySeconds } of waiting) expect(delaySeconds).toBe(450);
    const attempts = await db.execute(sql`SELECT attempt FROM sync_statuses WHERE lease_token IS NULL ORDER BY app_id`);
    expect(attempts).toEqual([{ attempt: 0 }, { attempt: 0 }, { attempt: 0 }, { attempt: 0 }]);
  });

  it("take the place of runs that end, the longest waiting first", async () => {
    const { db, apps, pipeline } = await world("ios", ["on_demand", "on_demand", "on_demand", "on_demand"]);
    await deliverAll(pipeline);
    const [first] = pipeline.sent.filter(({ message }) => message.appId === apps[0]?.id);
    const others = pipeline.sent.filter(({ message }) => message.appId !== apps[0]?.id);
    pipeline.sent.splice(0, pipeline.sent.length, ...(first === undefined ? [] : [first]));
    await pipeline.drain();
    await letWaitsPass();

    pipeline.sent.push(...others.toReversed());
    expect(await deliverAll(pipeline)).toEqual(["continue", "completed", "completed"]);
    await pipeline.drain();

    for (const app of apps) expect(await findStored(db, app.id)).toMatchObject({ status: "completed" });
  });

  it("do not delay scheduled runs and are not delayed by them", async () => {
    const { pipeline } = await world("ios", ["tracked", "tracked", "on_demand", "on_demand", "tracked"]);

    expect(await deliverAll(pipeline)).toEqual(Array(5).fill("completed"));
  });

  it("are not delayed by runs of the other store", async () => {
    await world("android", ["on_demand", "on_demand"]);
    const { pipeline } = await world("ios", ["on_demand"]);

    expect(await deliverAll(pipeline)).toEqual(["completed"]);
  });
});
