import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import { CLOSED_SECONDS } from "../../lib/domain/adaptive-rate.ts";
import { secondsUntilTokens } from "../../lib/domain/call-limits.ts";
import type { BucketRequest } from "../../lib/domain/request-purpose.ts";
import { storeBudgets } from "../schema/stores.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";

/** `requested` is JSON: a list of `BucketRequest`. */
type Requested = { readonly requested: string };

/**
 * Returns CTEs that lock the buckets of a request, each in its turn, before any is compared, so that it takes from all
 * of them or from none. `found` has a row for each: its tokens now, how long it is closed, when the requests of the
 * last minute were granted, and the most that a minute may have.
 */
export function lockBuckets(requested: SQLWrapper, orderedAfter: SQL = sql`true`): SQL {
  // now() is the start of the statement, which may have waited for the rows: clock_timestamp() is read after the wait.
  const rate = sql`(CASE WHEN requested.adaptive THEN least(requested.cap, coalesce(locked.rate, requested.start))
    ELSE requested.start END / 60)`;
  return sql`
    requested AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${requested}::jsonb) AS bucket_request(bucket text, requests integer,
        floor float8, capacity float8, most text, start float8, cap float8, adaptive boolean)
    ),
    locked AS MATERIALIZED (
      SELECT * FROM ${storeBudgets}
      WHERE ${storeBudgets.bucket} IN (SELECT bucket FROM requested) AND ${orderedAfter}
      ORDER BY ${storeBudgets.bucket} FOR UPDATE
    ),
    clock AS MATERIALIZED (SELECT clock_timestamp() AS at FROM (SELECT count(*) FROM locked) AS all_locked),
    found AS MATERIALIZED (
      SELECT requested.bucket, requested.requests, requested.floor, requested.capacity, clock.at,
        ${rate} AS rate, locked.bucket IS NOT NULL AS is_open,
        coalesce(least(requested.capacity, locked.tokens
          + greatest(0, extract(epoch FROM clock.at - locked.refilled_at)) * ${rate}), requested.capacity) AS tokens,
        greatest(0, coalesce(extract(epoch FROM locked.closed_until - clock.at), 0))::float8 AS closed_seconds,
        ARRAY(SELECT granted FROM unnest(locked.granted_at) AS granted WHERE granted > clock.at - interval '1 minute'
          ORDER BY granted) AS granted_at,
        CASE WHEN requested.most IS DISTINCT FROM 'none'
          THEN coalesce(requested.most::float8, CASE WHEN requested.adaptive THEN ${rate} * 60 END) END AS most
      FROM clock CROSS JOIN requested LEFT JOIN locked ON locked.bucket = requested.bucket
    )`;
}

/** Returns the UPDATE that takes the tokens of `found` where the condition holds, and counts them for the window. */
export function takeFromFound(condition: SQL): SQL {
  return sql`
    UPDATE ${storeBudgets} SET tokens = found.tokens - found.requests,
      refilled_at = greatest(found.at, ${storeBudgets.refilledAt}),
      window_started_at = coalesce(${storeBudgets.windowStartedAt}, found.at),
      window_requests = ${storeBudgets.windowRequests} + found.requests,
      granted_at = found.granted_at || array_fill(found.at, ARRAY[found.requests])
    FROM found WHERE ${storeBudgets.bucket} = found.bucket AND ${condition}`;
}

/** The room that requests of `found` must find in a minute: half of one at most, or small requests would starve batches. */
const neededRoom = sql`least(requests, greatest(1, floor(most / 2)))`;

/**
 * The seconds until the minute has room for the requests of `found`; null where it has. The k-th oldest request has to be
 * a minute ago for there to be room.
 */
const secondsToRoom = sql`(CASE WHEN cardinality(granted_at) > 0 AND cardinality(granted_at) + ${neededRoom} > most THEN
  extract(epoch FROM granted_at[least(cardinality(granted_at),
    ceil(cardinality(granted_at) + ${neededRoom} - most)::int)] + interval '1 minute' - at) END)::float8`;

const take = statement({
  name: "take_tokens",
  effect: "writes",
  row: () =>
    z.object({
      isOpen: z.boolean(),
      isTaken: z.boolean(),
      tokens: z.number(),
      rate: z.number(),
      floor: z.number().nullable(),
      capacity: z.number(),
      closedSeconds: z.number(),
      /** Until the minute has room for the requests; null where it has. */
      roomSeconds: z.number().nullable(),
    }),
  sql: ({ requested }: Placeholders<Requested>) => sql`
    WITH ${lockBuckets(requested)},
    allowed AS MATERIALIZED (
      SELECT coalesce(bool_and(is_open AND (floor IS NULL
        OR (tokens >= floor AND closed_seconds = 0 AND ${secondsToRoom} IS NULL))), false) AS is_allowed
      FROM found
    ),
    taken AS (${takeFromFound(sql`(SELECT is_allowed FROM allowed)`)})
    SELECT is_open AS "isOpen", is_allowed AS "isTaken", rate, floor, capacity, closed_seconds AS "closedSeconds", ${secondsToRoom} AS "roomSeconds",
      tokens - CASE WHEN is_allowed THEN requests ELSE 0 END AS tokens
    FROM found CROSS JOIN allowed`,
});

/** Fills buckets that nobody has used yet. */
const openBuckets = statement({
  name: "open_buckets",
  effect: "writes",
  sql: ({ requested }: Placeholders<Requested>) => sql`
    INSERT INTO ${storeBudgets} (bucket, tokens, refilled_at)
    SELECT bucket, capacity, clock_timestamp()
    FROM jsonb_to_recordset(${requested}::jsonb) AS bucket_request(bucket text, capacity float8)
    ORDER BY bucket ON CONFLICT (bucket) DO NOTHING`,
});

/** Runs a statement that takes from buckets, and once more when it finds one that has never been used. */
export async function withOpenBuckets<Row>(
  db: Db,
  buckets: readonly BucketRequest[],
  run: (requested: string) => Promise<readonly (Row & { readonly isOpen: boolean })[]>,
): Promise<readonly Row[]> {
  const requested = JSON.stringify(buckets);
  const rows = await run(requested);
  if (rows.every(({ isOpen }) => isOpen)) return rows;
  await openBuckets(db, { requested });
  return run(requested);
}

/** Returns when to look again at a bucket that is closed: an operator may open it before its time. */
export function untilNextLook(closedSeconds: number): number {
  return Math.ceil(Math.min(closedSeconds, CLOSED_SECONDS.max));
}

export type TakenTokens = {
  /** 0, or the seconds until all buckets are open and hold enough. */
  readonly waitSeconds: number;
  /** Of the bucket of which most is used; more than 1 while it is on credit. */
  readonly usedShare: number;
};

/**
 * Takes tokens from all buckets, when each of them is open and holds enough, on credit where they are more than it
 * holds: a batch is never starved by a stream of small requests.
 */
export async function takeTokens(db: Db, buckets: readonly BucketRequest[]): Promise<TakenTokens> {
  const rows = await withOpenBuckets(db, buckets, (requested) => take(db, { requested }));
  const usedShare = Math.max(...rows.map(({ capacity, tokens }) => (capacity - tokens) / capacity));
  if (rows.every(({ isTaken }) => isTaken)) return { waitSeconds: 0, usedShare };
  const waits = rows.map(({ closedSeconds, floor, rate, roomSeconds, tokens }) =>
    Math.max(
      untilNextLook(closedSeconds),
      secondsUntilTokens(floor ?? tokens, { tokens, rate }),
      Math.ceil(roomSeconds ?? 0),
    ),
  );
  return { waitSeconds: Math.max(1, ...waits), usedShare };
}
