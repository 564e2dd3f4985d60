import { sql } from "drizzle-orm";
import { expect } from "vitest";

import { appVersions } from "../../../db/schema/apps.ts";
import { local } from "../../../infra/aws/local-stages.ts";
import { attemptsMax } from "../../../lib/domain/paced-fetch.ts";
import { FURTHER_LISTS, sweepRules } from "../../../lib/domain/storefront-sweep.ts";
import { sweepMessageSchema } from "../../../lib/queues/messages.ts";
import { fewCountries } from "../../support/countries.ts";
import type { ClockedDb, TestDb } from "../../support/database.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import { createEffects, type Fault, withoutInjected } from "../../support/faults/effects.ts";
import { createMemoryQueue, createQueueConsumer } from "../../support/faults/memory-queue.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { DAY_MS, emptySweeps, followApps, HOUR_MS, noonMs, tickSweep } from "../../support/sweep-world.ts";
import { expectWhole, ratingCounts } from "./stored-sweep.ts";

/** Every sweep observes at noon, however often it is disturbed, so that two of them store the same. */
export const noon = new Date(noonMs);

type Extent = {
  /** Each storefront costs three effects, and each effect up to three plays. */
  readonly codes: readonly string[];
  readonly apps: number;
  readonly appsPerRequest: number;
};

/** How often the store rejects a batch in a scenario because it limits requests. */
const THROTTLED_MAX = 1;

/** After this time everything that waits is due. */
const EVERYTHING_DUE_MS = 2 * HOUR_MS;

/** Ticks after which every sweep must have ended, whatever fault it met. */
const TICKS_MAX = 12;

export type SweepWorld = Awaited<ReturnType<typeof createWorld>>;

/** Followed apps that were read the day before, their store, the queue of their batches and its consumer. */
export async function createWorld(db: ClockedDb, { codes, apps: count, appsPerRequest }: Extent) {
  await emptySweeps(db);
  await db.delete(appVersions);
  const store = createFakeStore("ios");
  const apps = await followApps(db, store, count);
  await storeDayBefore(db, codes);

  const effects = createEffects();
  const { send, everSent, ...queue } = createMemoryQueue();
  const pipeline = createPipeline(db, effects.calls(store), {
    db: effects.db(db),
    countries: fewCountries.filter(({ code }) => codes.includes(code)),
    queues: { sweeps: effects.calls({ send }) },
    now: () => noon,
    // The queue delivers at once, however long a message would wait for tokens.
    settings: { stores: local.stores, sweep: { appsPerRequest } },
  });
  const consumer = createQueueConsumer(sweepMessageSchema(), (message) => pipeline.deliver(message), {
    nextProcess: effects.revive,
  });

  async function deliver(body: string): Promise<boolean> {
    const isDone = await consumer.deliver(body);
    await expectWhole(db);
    return isDone;
  }

  return {
    db,
    store,
    apps,
    effects,
    begin: (fault?: Fault) => effects.begin(fault),
    /** Ticks, delivers and lets time pass until the sweep has ended. */
    sweep: async () => {
      for (let ticks = 0; ticks <= TICKS_MAX; ticks += 1) {
        await effects.attempt(() => tickSweep(pipeline));
        await queue.deliverWaiting(deliver);
        if (await hasEnded(db)) return;
        await db.clock.moveTo(db.clock.ms() + EVERYTHING_DUE_MS);
      }
      throw new Error(`The sweep had not ended after ${TICKS_MAX} ticks.`, { cause: consumer.errors });
    },
    /** Delivers every message once more, which changes nothing. */
    repeat: async () => {
      const requested = store.calls.length;
      effects.begin();
      for (const body of everSent) await consumer.deliver(body);
      expect(withoutInjected(consumer.errors), "nothing else fails, and late duplicates are acknowledged").toEqual([]);
      expect(effects.unexplained).toEqual([]);
      expect(store.calls.length, "a late duplicate requests nothing").toBe(requested);
      // What an attempt misses it requests by other lists, but two apps have only as many as it needs.
      const batches = Map.groupBy(
        store.calls,
        ({ subject, countries, locales }) => `${countries} ${locales} ${subject}`,
      );
      const requestsMax = (attemptsMax(sweepRules) + THROTTLED_MAX) * (1 + FURTHER_LISTS.loss);
      expect([...batches].filter(([, calls]) => calls.length > requestsMax)).toEqual([]);
    },
  };
}

/** What was read of each app: its metrics everywhere, and its page in German. */
async function storeDayBefore(db: TestDb, codes: readonly string[]): Promise<void> {
  const yesterday = new Date(noonMs - DAY_MS).toISOString();
  await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, rating, rating_count,
    price, currency,
      observed_at)
    SELECT a.id, code, true, 4.5, ${ratingCounts.before}, 0, 'USD', ${yesterday}
    FROM apps a, jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb) AS code`);
  await db.execute(sql`INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at)
    SELECT id, gen_random_uuid(), 'tracked', 'completed', ${yesterday}, ${yesterday} FROM apps`);
  await db.execute(sql`INSERT INTO app_page_reads (app_id, locale, country_code, read_at)
    SELECT id, 'de-DE', 'de', ${yesterday} FROM apps`);
  await db.execute(sql`WITH text AS (
      INSERT INTO listing_texts (sha256, body) VALUES (sha256('Alt'), 'Alt') ON CONFLICT DO NOTHING)
    INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present, title, subtitle,
      description_sha256, screenshots)
    SELECT id, 'de-DE', ${yesterday}, 'de', true, 'Alter Titel', 'Untertitel', sha256('Alt'), '[]' FROM apps`);
}

async function hasEnded(db: TestDb): Promise<boolean> {
  const rows = await db.execute(sql`
    SELECT 1 FROM sweep_batches WHERE outcome IS NULL
    UNION ALL SELECT 1 FROM sweep_shards WHERE folded_at IS NULL OR counts_again
    UNION ALL SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM sweep_shards)`);
  return rows.length === 0;
}
