import { sql } from "drizzle-orm";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { apps, publishers, unidentifiedApps } from "../../db/schema/apps.ts";
import { chartFetches } from "../../db/schema/charts.ts";
import {
  keywordFetches,
  keywordRequests,
  keywordResults,
  storeIds,
  trackedKeywords,
  trackedTerms,
} from "../../db/schema/keywords.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { KeywordMessage } from "../../lib/queues/messages.ts";
import type { SearchHit } from "../../lib/stores/records.ts";
import { track } from "./catalogue.ts";
import { type ChartPipelineOverrides, createChartPipeline, NOW } from "./chart-pipeline.ts";
import type { ClockedDb, TestDb } from "./database.ts";
import { emptyTables } from "./empty-tables.ts";
import { createApp, createUser } from "./factories.ts";
import { createFakeStore } from "./fake-store.ts";
import { fakeHit } from "./fake-store-records.ts";

export const TODAY = "2026-05-10";

/** Moves the clock to the morning of `TODAY`, without tracked terms. */
export async function emptyKeywords(db: ClockedDb, at: Date = NOW): Promise<void> {
  await db.clock.moveTo(at.getTime());
  await createMissingPartitions(db, at);
  const ofKeywords = [keywordResults, keywordFetches, keywordRequests, trackedKeywords, trackedTerms, storeIds];
  await emptyTables(db, ...ofKeywords, chartFetches, unidentifiedApps, apps, publishers, storeBudgets);
  await db.execute(sql`UPDATE keyword_slots SET next_planned_at = now(), next_requested_at = now(), rests_until = NULL,
    throttled_at = NULL, throttled_in_a_row = 0, identified_on = NULL, identifications = 0`);
  await db.execute(sql`UPDATE chart_slots SET next_planned_at = now()`);
}

export type KeywordWorldOptions = ChartPipelineOverrides & {
  readonly platform?: Platform;
  /** Default: the morning of `TODAY`. */
  readonly at?: Date;
};

/** A store without results, its pipeline, and a user who tracks an app. */
export async function createKeywordWorld(
  db: ClockedDb,
  { platform = "ios", at = NOW, ...overrides }: KeywordWorldOptions = {},
) {
  await emptyKeywords(db, at);
  const store = createFakeStore(platform);
  store.emptyCharts();
  const pipeline = createChartPipeline(db, store, overrides);
  const user = await createUser(db);
  const app = await createApp(db, { platform });
  await track(db, { userId: user.id, appId: app.id });
  const addTerm = (term: string, countryCode = "us") =>
    trackTerm(db, { platform, term, countryCode, userId: user.id, appId: app.id });
  const message = (keywordId: number, day = TODAY): KeywordMessage => ({
    v: 1,
    kind: "keyword",
    platform,
    keywordId,
    day,
    correlationId: "test",
  });
  /** Plans a term of the day, whose message was just sent. */
  const planTerm = async (term: string, day = TODAY, countryCode = "us") => {
    const id = await addTerm(term, countryCode);
    await planRead(db, { platform, keywordId: id, day });
    return message(id, day);
  };
  return { db, platform, store, pipeline, user, app, addTerm, message, planTerm };
}

type Tracked = {
  readonly platform: Platform;
  readonly term: string;
  readonly countryCode: string;
  readonly userId: number;
  readonly appId: number;
};

/** Returns the id of the term, which may be tracked already. */
export async function trackTerm(db: TestDb, { platform, term, countryCode, userId, appId }: Tracked): Promise<number> {
  const [row] = await db.execute<{ id: number }>(sql`
    INSERT INTO tracked_terms AS known (platform, country_code, term) VALUES (${platform}, ${countryCode}, ${term})
    ON CONFLICT (platform, country_code, term) DO UPDATE SET term = known.term RETURNING id`);
  if (row === undefined) throw new Error("The term was not saved.");
  await db.insert(trackedKeywords).values({ userId, appId, keywordId: row.id }).onConflictDoNothing();
  return row.id;
}

export async function planRead(
  db: TestDb,
  { platform, keywordId, day }: { readonly platform: Platform; readonly keywordId: number; readonly day: string },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO keyword_fetches (platform, keyword_id, day, planned_at, queued_at, next_attempt_at)
    VALUES (${platform}, ${keywordId}, ${day}::date, 'epoch', clock_timestamp(),
      clock_timestamp() + interval '15 minutes')`);
}

export type ReadRow = {
  readonly outcome: string | null;
  readonly attempts: number;
  readonly is_queued: boolean;
  readonly is_requested: boolean;
  readonly is_empty_once: boolean;
  readonly is_fetched: boolean;
  /** Seconds from now; null once it is finished. */
  readonly due_in: number | null;
};

export async function readRow(
  db: TestDb,
  { keywordId, day }: Pick<KeywordMessage, "keywordId" | "day">,
): Promise<ReadRow | undefined> {
  const [row] = await db.execute<ReadRow>(sql`
    SELECT outcome, attempts, queued_at IS NOT NULL AS is_queued, is_requested, is_empty_once,
      fetched_at IS NOT NULL AS is_fetched, round(extract(epoch FROM next_attempt_at - clock_timestamp()))::int AS due_in
    FROM keyword_fetches WHERE keyword_id = ${keywordId} AND day = ${day}`);
  return row;
}

/** Returns the stored results of a term by day, as ids of apps. */
export async function resultsOf(db: TestDb, keywordId: number): Promise<readonly (readonly [string, ...string[]])[]> {
  const rows = await db.execute<{ day: string; ids: readonly string[] }>(sql`
    SELECT day::text, ARRAY(SELECT s.external_id FROM unnest(store_ids) WITH ORDINALITY AS one(id, rank)
      JOIN store_ids s ON s.id = one.id ORDER BY rank) AS ids
    FROM keyword_results WHERE keyword_id = ${keywordId} ORDER BY day`);
  return rows.map(({ day, ids }) => [day, ...ids]);
}

/** Sets a read back to one whose message was just sent, as on another day. */
export async function queueAgain(db: TestDb, { keywordId, day }: Pick<KeywordMessage, "keywordId" | "day">) {
  await db.execute(sql`UPDATE keyword_fetches SET queued_at = clock_timestamp()
    WHERE keyword_id = ${keywordId} AND day = ${day} AND outcome IS NULL`);
}

export function shownApps(...ids: readonly string[]): readonly SearchHit[] {
  return ids.map((id) => fakeHit(id, { name: `App ${id}` }));
}
