import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { local } from "../../../infra/aws/local-stages.ts";
import { syncQueueMessageSchema } from "../../../lib/queues/messages.ts";
import { byRun } from "../../support/by-run.ts";
import { fewCountries } from "../../support/countries.ts";
import { type ClockedDb, type TestDb, useClockedDatabase } from "../../support/database.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import {
  alternating,
  createEffects,
  type Fault,
  type FaultModes,
  inEachMode,
  sampled,
  sweepCrashPoints,
  withoutInjected,
} from "../../support/faults/effects.ts";
import { createMemoryQueue, createQueueConsumer } from "../../support/faults/memory-queue.ts";
import { createPipeline, createSoldApp } from "../../support/pipeline.ts";
import { emptySweeps, noonMs, tickSweep } from "../../support/sweep-world.ts";
import { findRepetitions, findUnfinished, findUnrecorded, findWrongAvailability } from "./consistency.ts";

const database = useClockedDatabase();

const countries = fewCountries.filter(({ code }) => ["us", "de"].includes(code));
const codes = countries.map(({ code }) => code);

/** The others are those of runs and of batches, which other tests disturb, too. */
const others = byRun({ usual: sampled, nightly: alternating });
const modes: FaultModes = (at, names) => (names[at]?.includes("express") ? inEachMode : others)(at, names);

/** Longer than any lease, and shorter than a run waits for its shard. */
const ROUND_SECONDS = 600;
const ROUNDS_MAX = 12;

/** A new app whose sync a user has requested, and all that delivers, ticks and sweeps. */
async function createWorld(db: ClockedDb) {
  await emptySweeps(db);
  const store = createFakeStore("ios");
  const app = await createSoldApp(db, store, { externalId: "81001", soldIn: codes });
  const effects = createEffects();
  const { send, everSent, ...queue } = createMemoryQueue();
  const queues = effects.calls({ send });
  const pipeline = createPipeline(db, effects.calls(store), {
    db: effects.db(db),
    countries,
    queues: { syncs: queues, sweeps: queues, expressBatches: queues, express: queues },
    // All plays observe at the same time, however often they are disturbed.
    now: () => new Date(noonMs),
    // The queue delivers at once, however long a message would wait for tokens.
    settings: { stores: local.stores },
  });
  const passTime = (seconds: number) => db.clock.moveTo(db.clock.ms() + 1_000 * seconds);
  const consumer = createQueueConsumer(syncQueueMessageSchema(), (message) => pipeline.deliver(message), {
    nextProcess: effects.revive,
  });
  const deliver = async (body: string) => {
    // The message that plans a shard is the only one whose delay matters.
    if (body.includes('"express"')) await passTime(pipeline.settings.sweep.expressSeconds + 1);
    return consumer.deliver(body);
  };

  return {
    app,
    store,
    effects,
    begin: async (fault?: Fault) => {
      await pipeline.start(app.id, "on_demand");
      effects.begin(fault);
    },
    /** Delivers, ticks and lets time pass until the run and its shard have ended. */
    settle: async () => {
      for (let round = 0; round <= ROUNDS_MAX; round += 1) {
        await queue.deliverWaiting(deliver);
        if ((await findUnfinished(db)).length === 0) return;
        await passTime(ROUND_SECONDS);
        await effects.attempt(() => tickSweep(pipeline));
        await effects.attempt(() => pipeline.resend());
      }
      throw new Error(`The sync had not ended after ${ROUNDS_MAX} rounds.`, { cause: consumer.errors });
    },
    /** Delivers every message once more. */
    repeat: async () => {
      const requested = store.calls.length;
      effects.begin();
      for (const body of everSent) await consumer.deliver(body);
      expect(withoutInjected(consumer.errors), "nothing else fails").toEqual([]);
      expect(effects.unexplained).toEqual([]);
      expect(store.calls.length, "a late duplicate requests nothing").toBe(requested);
    },
  };
}

/** All that must be the same however the metrics came: by a shard, or by the run itself, which reads more stars. */
async function dump(db: TestDb, appId: number): Promise<unknown> {
  const [row] = await db.execute(sql`SELECT jsonb_build_object(
    'app', (SELECT jsonb_build_array(a.name, a.is_available, a.unavailable_countries) FROM apps a WHERE a.id = ${appId}),
    'listings', (SELECT jsonb_agg(jsonb_build_array(l.locale, l.country_code, l.title, l.subtitle, l.is_present)
        ORDER BY l.locale, l.valid_from) FROM app_store_listings l WHERE l.app_id = ${appId}),
    'metrics', (SELECT jsonb_agg(to_jsonb(m) - ARRAY['app_id','observed_at','stars','stars_observed_at','stars_rating_count']
        ORDER BY m.country_code) FROM app_metrics m WHERE m.app_id = ${appId}),
    'primary', (SELECT to_jsonb(m.stars) FROM app_metrics m WHERE m.app_id = ${appId} AND m.country_code = 'us'),
    'coverage', (SELECT jsonb_agg(c.missing_country_codes) FROM app_metric_coverage c WHERE c.app_id = ${appId}),
    'run', (SELECT jsonb_build_array(s.status, s.progress_done, s.progress_total) FROM sync_statuses s
      WHERE s.app_id = ${appId}),
    'waiting', (SELECT count(*) FROM express_apps)) AS dump`);
  return row?.dump;
}

async function play(db: ClockedDb, fault?: Fault) {
  const world = await createWorld(db);
  await world.begin(fault);
  await world.settle();
  const effects = [...world.effects.names];
  const before = await dump(db, world.app.id);
  await world.repeat();
  expect(await dump(db, world.app.id), "late duplicates change nothing").toEqual(before);
  expect(await findRepetitions(db)).toEqual([]);
  expect(await findUnrecorded(db)).toEqual([]);
  expect(await findWrongAvailability(db, codes.length)).toEqual([]);
  return { effects, dump: before };
}

describe("the first sync of an app and its express shard, disturbed at any one effect", () => {
  it("store what an undisturbed one stores, and end", async () => {
    const effects = await sweepCrashPoints("express", (fault) => play(database().db, fault), modes);
    expect(effects).toEqual(
      expect.arrayContaining([
        "save_identity",
        "plan_express_shard",
        "mark_express_batches_sent",
        "save_sweep_batch",
        "finish_run",
        "fold_shards",
      ]),
    );
  });
});
