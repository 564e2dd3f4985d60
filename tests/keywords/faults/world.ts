import { sql } from "drizzle-orm";
import { expect } from "vitest";

import { keywordReadRules } from "../../../lib/domain/keyword-reads.ts";
import { attemptsMax } from "../../../lib/domain/paced-fetch.ts";
import { resendKeywords } from "../../../lib/keywords/resend-keywords.ts";
import { keywordMessageSchema } from "../../../lib/queues/messages.ts";
import { keywordDispatchDependencies } from "../../../lib/wiring/dispatch.ts";
import { createChartPipeline } from "../../support/chart-pipeline.ts";
import type { ClockedDb } from "../../support/database.ts";
import { createEffects, type Fault, withoutInjected } from "../../support/faults/effects.ts";
import { createMemoryQueue, createQueueConsumer } from "../../support/faults/memory-queue.ts";
import { createKeywordWorld } from "../../support/keyword-world.ts";
import { passTime } from "../../support/pass-time.ts";

/** After this time everything that waits is due. */
const EVERYTHING_DUE_SECONDS = 4_000;

/** The number of ticks after which every term must have ended, whatever fault it met. All of them fit into the day. */
const TICKS_MAX = 8;

export type KeywordFaultWorld = Awaited<ReturnType<typeof createKeywordFaultWorld>>;

/** A store without results, its queue, and a user who tracks an app. */
export async function createKeywordFaultWorld(db: ClockedDb) {
  const { store, addTerm } = await createKeywordWorld(db, { at: new Date("2026-05-10T01:00:00Z") });
  const effects = createEffects();
  const { send, everSent, ...queue } = createMemoryQueue();
  const pipeline = createChartPipeline(db, effects.calls(store), {
    db: effects.db(db),
    queues: { keywords: effects.calls({ send }) },
  });
  const { ports, settings } = pipeline;
  const schedule = { ...ports, ...keywordDispatchDependencies(ports, settings, "ios") };
  const tick = () => resendKeywords(schedule, { correlationId: "tick" });
  const consumer = createQueueConsumer(
    keywordMessageSchema().refine((message) => message.platform === "ios"),
    async (message, invocation) => {
      const outcome = await pipeline.consume(message, invocation);
      // The queue delivers the message again when the tokens are there.
      if (outcome === "postponed") await passTime(db, EVERYTHING_DUE_SECONDS);
    },
    { nextProcess: effects.revive },
  );

  async function deliver(body: string): Promise<boolean> {
    const isDone = await consumer.deliver(body);
    await expectWhole(db);
    return isDone;
  }

  return {
    db,
    store,
    addTerm,
    effects,
    /** The schedule starts it again when it fails. */
    startDay: async () => {
      if (!(await effects.attempt(tick))) await tick();
    },
    begin: (fault?: Fault) => effects.begin(fault),
    /** Delivers, and lets time pass and resends, until every term has ended. */
    settle: async () => {
      for (let ticks = 0; ticks <= TICKS_MAX; ticks += 1) {
        await queue.deliverWaiting(deliver);
        if ((await db.execute(sql`SELECT 1 FROM keyword_fetches WHERE outcome IS NULL`)).length === 0) return;
        await passTime(db, EVERYTHING_DUE_SECONDS);
        await effects.attempt(tick);
      }
      throw new Error(`Terms had not ended after ${TICKS_MAX} ticks.`, { cause: consumer.errors });
    },
    /** Delivers every message once more, which changes nothing. */
    repeat: async () => {
      const callsBefore = store.calls.length;
      effects.begin();
      for (const body of everSent) await consumer.deliver(body);
      expect(withoutInjected(consumer.errors), "nothing else fails, and late duplicates are acknowledged").toEqual([]);
      expect(effects.unexplained).toEqual([]);
      expect(store.calls.length, "a late duplicate sends the store no request").toBe(callsBefore);
      const attempts = Map.groupBy(store.calls, ({ subject }) => subject);
      const isTooOften = (calls: readonly unknown[]) => calls.length > attemptsMax(keywordReadRules) + 1;
      expect([...attempts].filter(([, calls]) => isTooOften(calls))).toEqual([]);
    },
  };
}

/** Expects each stored read to have its result and each result its read. */
async function expectWhole(db: ClockedDb): Promise<void> {
  const parts = await db.execute(sql`
    SELECT keyword_id, f.outcome, r.store_ids FROM keyword_results r
    FULL JOIN (SELECT * FROM keyword_fetches WHERE fetched_at IS NOT NULL) f USING (keyword_id, day)
    WHERE f.outcome IS NULL OR r.store_ids IS NULL`);
  expect(parts, "a result is stored whole, with the end of its read, or not at all").toEqual([]);
}

/** Returns all that is stored of terms, without ids and times, so that two runs can be compared. */
export async function dumpKeywords(db: ClockedDb): Promise<unknown> {
  const [row] = await db.execute(sql`
    SELECT jsonb_build_object(
      'reads', (SELECT jsonb_agg(jsonb_build_array(t.term, f.day, f.outcome, f.is_empty_once, f.fetched_at IS NULL,
          coalesce(f.lease_until > clock_timestamp(), false), f.next_attempt_at) ORDER BY t.term)
        FROM keyword_fetches f JOIN tracked_terms t ON t.id = f.keyword_id),
      'results', (SELECT jsonb_agg(jsonb_build_array(t.term, r.day, ARRAY(
          SELECT s.external_id FROM unnest(r.store_ids) WITH ORDINALITY AS one(id, rank)
          JOIN store_ids s ON s.id = one.id ORDER BY rank)) ORDER BY t.term)
        FROM keyword_results r JOIN tracked_terms t ON t.id = r.keyword_id),
      'ids', (SELECT jsonb_agg(external_id ORDER BY external_id) FROM store_ids),
      'waiting', (SELECT jsonb_agg(a.external_id ORDER BY a.external_id)
        FROM unidentified_apps u JOIN apps a ON a.id = u.app_id)) AS dump`);
  return row?.dump;
}
