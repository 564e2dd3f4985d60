import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { keywordReadings, PREVIOUS_DAYS_MAX } from "../../../lib/domain/keyword-rank.ts";
import { unixTimeOrNull } from "../../projection.ts";
import { keywordFetches, keywordResults } from "../../schema/keywords.ts";
import { type Columns, jsonObject, unixTime } from "../../statement.ts";

const before = alias(keywordFetches, "before");
const attempt = alias(keywordFetches, "attempt");
const result = alias(keywordResults, "result");

const previousDays = sql`${PREVIOUS_DAYS_MAX}`.inlineParams();

type Days = { readonly keywordId: SQLWrapper; readonly since: SQLWrapper; readonly until: SQLWrapper };

/**
 * Returns a query for one row: the newest read day of a term from `since` to `until`, or else `until`. Its columns are
 * `day`, `reading` (whether the term was read), `fetched_at`, `store_ids`, and `previous_store_ids` of the read day
 * before, if that is at most `PREVIOUS_DAYS_MAX` days earlier.
 */
export function keywordDay({ keywordId, since, until }: Days): SQL {
  return sql`
    SELECT coalesce(attempt.day, ${until}::date) AS day, result.store_ids, earlier.store_ids AS previous_store_ids,
      CASE WHEN result.day IS NOT NULL THEN 'read' WHEN attempt.day IS NOT NULL THEN 'not_read'
        ELSE 'not_tracked' END AS reading,
      CASE WHEN result.day IS NOT NULL THEN attempt.fetched_at END AS fetched_at
    FROM (VALUES (1)) one LEFT JOIN LATERAL (
      SELECT ${attempt.day}, ${attempt.fetchedAt} FROM ${keywordFetches} attempt
      WHERE ${attempt.keywordId} = ${keywordId} AND ${attempt.day} BETWEEN ${since}::date AND ${until}::date
        AND (${attempt.fetchedAt} IS NOT NULL OR ${attempt.day} = ${until}::date)
      ORDER BY ${attempt.fetchedAt} IS NULL, ${attempt.day} DESC LIMIT 1
    ) attempt ON true
    LEFT JOIN LATERAL (${resultOfDay({ keywordId, day: attempt.day })}) result ON attempt.fetched_at IS NOT NULL
    LEFT JOIN LATERAL (
      SELECT ${before.day} FROM ${keywordFetches} before
      WHERE ${before.keywordId} = ${keywordId} AND ${before.fetchedAt} IS NOT NULL
        AND ${before.day} < coalesce(attempt.day, ${until}::date)
        AND ${before.day} >= coalesce(attempt.day, ${until}::date) - ${previousDays}
      ORDER BY ${before.day} DESC LIMIT 1
    ) before ON true
    LEFT JOIN LATERAL (${resultOfDay({ keywordId, day: before.day })}) earlier ON before.day IS NOT NULL`;
}

/** Returns what a row of `keywordDay` shows of an app, whose id in the store's results is given. */
export function dayFields(day: Columns<"day" | "reading" | "fetched_at" | "store_ids" | "previous_store_ids">) {
  return {
    date: { expression: day.day, schema: () => z.string() },
    reading: { expression: day.reading, schema: () => z.enum(keywordReadings) },
    window: { expression: sql`cardinality(${day.store_ids})`, schema: () => z.int().nullable() },
    fetched_at: unixTimeOrNull(day.fetched_at),
  };
}

/** Returns null without a result that has the app. */
export function rankIn(storeIds: SQLWrapper, storeId: SQLWrapper): SQL {
  return sql`array_position(${storeIds}, ${storeId})`;
}

/** Returns a query for the result in force on a day, which is null or one of the month of the day. */
export function resultOfDay({ keywordId, day }: { readonly keywordId: SQLWrapper; readonly day: SQLWrapper }): SQL {
  return sql`
    SELECT ${result.day}, ${result.storeIds} FROM ${keywordResults} result
    WHERE ${result.keywordId} = ${keywordId} AND ${result.day} <= ${day}::date
      AND ${result.day} >= date_trunc('month', ${day}::date::timestamp)::date
    ORDER BY ${result.day} DESC LIMIT 1`;
}

export const keywordDaysSchema = () =>
  z.object({
    fetches: z.object({ days: z.array(z.string()), fetched_at: z.array(z.number().nullable()) }),
    results: z.object({
      days: z.array(z.string()),
      windows: z.array(z.int()),
      ranks: z.array(z.array(z.int().nullable())),
    }),
  });

type Period = {
  readonly keywordId: SQLWrapper;
  readonly from: SQLWrapper;
  readonly to: SQLWrapper;
  /** Returns an array of ranks in a result, of one app or several. */
  readonly ranksIn: (storeIds: SQLWrapper) => SQLWrapper;
};

/**
 * Returns a JSON object that `keywordDays` of `lib/domain/keyword-rank.ts` turns into a row for each day. It has a list
 * for each value, since an object for each day takes several times as long.
 */
export function keywordDaysJson({ keywordId, from, to, ranksIn }: Period): SQL {
  return sql`
    json_build_object('fetches', (
      SELECT ${jsonLists({ days: attempt.day, fetched_at: unixTime(attempt.fetchedAt) }, attempt.day)}
      FROM ${keywordFetches} attempt
      WHERE ${attempt.keywordId} = ${keywordId} AND ${attempt.day} BETWEEN ${from}::date AND ${to}::date
    ), 'results', (
      SELECT ${jsonLists(
        {
          days: sql`result.day`,
          windows: sql`cardinality(result.store_ids)`,
          ranks: ranksIn(sql`result.store_ids`),
        },
        sql`result.day`,
      )}
      FROM (
        SELECT * FROM (${resultOfDay({ keywordId, day: from })}) first
        UNION ALL
        SELECT ${result.day}, ${result.storeIds} FROM ${keywordResults} result
        WHERE ${result.keywordId} = ${keywordId} AND ${result.day} > ${from}::date AND ${result.day} <= ${to}::date
      ) result
    ))`;
}

function jsonLists(values: Readonly<Record<string, SQLWrapper>>, order: SQLWrapper): SQL {
  const lists = Object.entries(values).map(
    ([name, value]) => [name, sql`coalesce(to_json(array_agg(${value} ORDER BY ${order})), '[]')`] as const,
  );
  return jsonObject(Object.fromEntries(lists));
}
