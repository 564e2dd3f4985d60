import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import { projection, type RowOf, shown } from "../../projection.ts";
import { rateLimits } from "../../schema/accounts.ts";
import { type Columns, columnsOf, type Placeholders, statement } from "../../statement.ts";

export const WINDOW_SECONDS = 60;

export const FEED_WINDOW_SECONDS = 3_600;

/** Buckets of feeds, whose windows are longer. */
export const FEED_BUCKETS = "feed:";

export const DAY_SECONDS = 86_400;

/** Buckets whose windows are a day. */
export const DAY_BUCKETS = "day:";

export function isWindowOfAnyBucketOver(): SQL {
  return sql`CASE
    WHEN ${isOf(FEED_BUCKETS)} THEN ${isWindowOver(FEED_WINDOW_SECONDS)}
    WHEN ${isOf(DAY_BUCKETS)} THEN ${isWindowOver(DAY_SECONDS)}
    ELSE ${isWindowOver(WINDOW_SECONDS)} END`;
}

function isOf(prefix: string): SQL {
  return sql`starts_with(${rateLimits.bucket}, ${sql`${prefix}`.inlineParams()})`;
}

function isWindowOver(seconds: number): SQL {
  return sql`${rateLimits.windowStartedAt} <= clock_timestamp() - ${lengthOf(seconds)}`;
}

function lengthOf(seconds: number): SQL {
  return sql`make_interval(secs => ${seconds})`.inlineParams();
}

type Counting = { readonly from?: SQL; readonly seconds?: number };

/** Counts a request in the window of its bucket. With `from`, it is counted if that has a row. */
export function countedHit(bucket: SQLWrapper, { from = sql``, seconds = WINDOW_SECONDS }: Counting = {}): SQL {
  const isOver = isWindowOver(seconds);
  return sql`
    INSERT INTO ${rateLimits} (bucket, hits, window_started_at) SELECT ${bucket}, 1, clock_timestamp() ${from}
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN ${isOver} THEN 1 ELSE ${rateLimits.hits} + 1 END,
      window_started_at = CASE WHEN ${isOver} THEN clock_timestamp() ELSE ${rateLimits.windowStartedAt} END
    RETURNING hits, extract(epoch FROM window_started_at + ${lengthOf(seconds)})::float8 AS ends_at`;
}

export function rateLimitOf({ hits, ends_at }: Columns<"hits" | "ends_at">) {
  return projection({
    hits: shown(hits, () => z.int()),
    seconds_left: shown(sql`greatest(0, ${ends_at} - extract(epoch FROM clock_timestamp())::float8)`, () => z.number()),
    /** Unix time. */
    ends_at: shown(ends_at, () => z.number()),
  });
}
export type RateLimitState = RowOf<ReturnType<typeof rateLimitOf>>;

const state = rateLimitOf(columnsOf("hit", ["hits", "ends_at"]));

export const countHit = statement({
  name: "count_hit",
  effect: "writes",
  returns: "only",
  row: state.row,
  rows: "trusted",
  sql: ({ bucket }: Placeholders<{ bucket: string }>) => sql`
    WITH hit AS (${countedHit(sql`${bucket}::text`)}) SELECT ${state.columns} FROM hit`,
});
