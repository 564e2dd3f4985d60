import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { EVENT_ENTRIES_MAX, type EventData, KEYWORD_MOVE, type NewEvent } from "../../../lib/domain/event.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { columnsByName, type GivenRow, pick, recordset } from "../../recordset.ts";
import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { keywordFetches, keywordReports, storeIds, trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { rankIn, resultOfDay } from "../searches/keyword-days.ts";

const a = alias(apps, "a");
const before = alias(keywordFetches, "before");
const done = alias(keywordReports, "done");
const k = alias(trackedKeywords, "k");
const known = alias(events, "known");
const listed = alias(storeIds, "listed");
const now = alias(keywordFetches, "now");
const t = alias(trackedTerms, "t");
const tracked = alias(trackedApps, "tracked");

const move = projection({
  keyword_id: shown(sql`moved.keyword_id`, () => z.int()),
  term: shown(sql`moved.term`, () => z.string()),
  country_code: shown(sql`moved.country_code`, () => z.string()),
  rank: shown(sql`moved.rank`, () => z.int().nullable()),
  previous_rank: shown(sql`moved.previous_rank`, () => z.int().nullable()),
  window: shown(sql`moved.rank_window`, () => z.int()),
});

const movedApp = projection({
  user_id: shown(sql`moved.user_id`, () => z.int()),
  app_id: shown(sql`moved.app_id`, () => z.int()),
  keywords: shown(
    sql`(array_agg(${move.json} ORDER BY moved.best_rank, moved.keyword_id))
      [1:${sql`${EVENT_ENTRIES_MAX}`.inlineParams()}]`,
    () => z.array(move.row()),
  ),
  keywords_total: shown(sql`count(*)::int`, () => z.int()),
  best_rank: shown(sql`min(moved.best_rank)::int`, () => z.int()),
  read_at: shown(sql`extract(epoch FROM max(moved.fetched_at))::float8`, () => z.number()),
});
export type MovedKeywords = RowOf<typeof movedApp>;

const appOfUser = () => z.object({ user_id: z.int(), app_id: z.int() });

type DueReports = { readonly platform: Platform; readonly day: string; readonly appsMax: number };

/**
 * Returns the next apps of users whose terms have all been tried on the day, and the ranks that have moved since the
 * day before. A term that was not read on both days is left out. Ranks beyond the smaller of both windows are not
 * compared.
 */
export const readKeywordMoves = statement({
  name: "read_keyword_moves",
  effect: "reads",
  returns: "only",
  row: () => z.object({ due: z.array(appOfUser()), apps: z.array(movedApp.row()) }),
  sql: ({ platform, day, appsMax }: Placeholders<DueReports>) => sql`
    WITH due AS MATERIALIZED (
      SELECT ${k.userId}, ${k.appId} FROM ${trackedKeywords} k
      JOIN ${trackedTerms} t ON ${t.id} = ${k.keywordId} AND ${t.platform} = ${platform}
      LEFT JOIN ${keywordFetches} now ON ${now.keywordId} = ${k.keywordId} AND ${now.day} = ${day}::date
      LEFT JOIN ${keywordReports} done ON ${done.userId} = ${k.userId} AND ${done.appId} = ${k.appId}
      WHERE ${done.day} IS NULL OR ${done.day} < ${day}::date
      GROUP BY ${k.userId}, ${k.appId}
      HAVING bool_and(${now.keywordId} IS NULL OR ${now.outcome} IS NOT NULL) AND bool_or(${now.fetchedAt} IS NOT NULL)
      ORDER BY ${k.userId}, ${k.appId} LIMIT ${appsMax}::int
    ),
    compared AS (
      SELECT due.user_id, due.app_id, ${t.id} AS keyword_id, ${t.term}, ${t.countryCode}, ${now.fetchedAt},
        least(cardinality(newest.store_ids), cardinality(earlier.store_ids)) AS rank_window,
        ${rankIn(sql`newest.store_ids`, listed.id)} AS rank, ${rankIn(sql`earlier.store_ids`, listed.id)} AS previous_rank
      FROM due JOIN ${trackedKeywords} k ON ${k.userId} = due.user_id AND ${k.appId} = due.app_id
      JOIN ${trackedTerms} t ON ${t.id} = ${k.keywordId}
      JOIN ${apps} a ON ${a.id} = due.app_id
      JOIN ${storeIds} listed ON ${listed.platform} = ${a.platform} AND ${listed.externalId} = ${a.externalId}
      JOIN ${keywordFetches} now ON ${now.keywordId} = ${t.id} AND ${now.day} = ${day}::date
        AND ${now.fetchedAt} IS NOT NULL
      JOIN ${keywordFetches} before ON ${before.keywordId} = ${t.id} AND ${before.day} = ${day}::date - 1
        AND ${before.fetchedAt} IS NOT NULL
      CROSS JOIN LATERAL (${resultOfDay({ keywordId: t.id, day: now.day })}) newest
      CROSS JOIN LATERAL (${resultOfDay({ keywordId: t.id, day: before.day })}) earlier
    ),
    judged AS (
      SELECT user_id, app_id, keyword_id, term, country_code, fetched_at, rank_window,
        CASE WHEN rank <= rank_window THEN rank END AS rank,
        CASE WHEN previous_rank <= rank_window THEN previous_rank END AS previous_rank
      FROM compared
    )
    SELECT (SELECT coalesce(json_agg(due), '[]') FROM due) AS due, (
      SELECT coalesce(json_agg(one ORDER BY one.user_id, one.app_id), '[]') FROM (
        SELECT ${movedApp.columns}
        FROM (SELECT *, least(rank, previous_rank) AS best_rank FROM judged moved WHERE ${hasMoved}) moved
        GROUP BY moved.user_id, moved.app_id
      ) one) AS apps`,
});

/** A rank has moved if the app entered, left, moved by some ranks, or crossed a milestone. */
const hasMoved: SQL = sql.join(
  [
    sql`(moved.rank IS NULL) <> (moved.previous_rank IS NULL)`,
    sql`abs(moved.rank - moved.previous_rank) >= ${KEYWORD_MOVE.step}`,
    sql`abs(moved.rank - moved.previous_rank) >= ${KEYWORD_MOVE.stepAtTop}
      AND least(moved.rank, moved.previous_rank) <= ${KEYWORD_MOVE.top}`,
    ...KEYWORD_MOVE.milestones.map(
      (milestone) => sql`(moved.rank <= ${milestone}) <> (moved.previous_rank <= ${milestone})`,
    ),
  ].map((condition) => condition.inlineParams()),
  sql` OR `,
);

const given = {
  ...pick(columnsByName(events), ["app_id", "user_id", "weight"]),
  occurred_at: sql<number>`float8`,
  data: sql<EventData>`jsonb`,
};

const reported = pick(columnsByName(keywordReports), ["user_id", "app_id"]);

type KeywordReport = {
  readonly day: string;
  readonly due: readonly { readonly user_id: number; readonly app_id: number }[];
  readonly moves: readonly (Pick<NewEvent, "appId" | "occurredAt" | "weight" | "data"> & { readonly userId: number })[];
};

/**
 * Saves the events of the apps that no other report of the day has taken, and returns their number. An app that was
 * untracked and is tracked again has lost its report, but not its event.
 */
export const saveKeywordReport = statement({
  name: "save_keyword_report",
  effect: "writes",
  returns: "only",
  row: () => z.object({ saved: z.int() }),
  build: ({ day, due, moves }: KeywordReport) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${tracked.userId}, ${tracked.appId} FROM ${trackedApps} tracked
      JOIN ${recordset(reported, due)} due ON due.user_id = ${tracked.userId} AND due.app_id = ${tracked.appId}
      ORDER BY ${tracked.userId}, ${tracked.appId} FOR KEY SHARE OF tracked
    ),
    taken AS (
      INSERT INTO ${keywordReports} AS done (user_id, app_id, day)
      SELECT user_id, app_id, ${day}::date FROM held ORDER BY user_id, app_id
      ON CONFLICT (user_id, app_id) DO UPDATE SET day = excluded.day WHERE ${done.day} < excluded.day
      RETURNING user_id, app_id
    ),
    event_rows AS (
      INSERT INTO ${events} (app_id, user_id, type, began_at, occurred_at, weight, data)
      SELECT given.app_id, given.user_id, 'keyword.rank_changed', to_timestamp(given.occurred_at),
        to_timestamp(given.occurred_at), given.weight, given.data
      FROM ${recordset(given, moves.map(toRow))} given
      JOIN taken ON taken.user_id = given.user_id AND taken.app_id = given.app_id
      WHERE NOT EXISTS (
        SELECT 1 FROM ${events} known
        WHERE ${known.appId} = given.app_id AND ${known.userId} = given.user_id
          AND coalesce(${known.field}, ${known.type}) = 'keyword.rank_changed'
          AND ${known.occurredAt} >= (${day}::date - 1)::timestamp AT TIME ZONE 'UTC'
          AND ${known.data} ->> 'keyword_date' = given.data ->> 'keyword_date')
      ORDER BY given.user_id, given.app_id RETURNING 1
    )
    SELECT count(*)::int AS saved FROM event_rows`,
});

function toRow({ appId, userId, occurredAt, ...move }: KeywordReport["moves"][number]): GivenRow<typeof given> {
  return { ...move, app_id: appId, user_id: userId, occurred_at: occurredAt };
}
