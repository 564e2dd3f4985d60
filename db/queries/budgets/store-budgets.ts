import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import { secondsUntilTokens } from "../../../lib/domain/call-limits.ts";
import type { BucketRequest } from "../../../lib/domain/request-purpose.ts";
import { BLOCKED_SECONDS, CEILING_SECONDS } from "../../../lib/domain/store-hosts.ts";
import { storeBudgets } from "../../schema/stores.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";

/** Requests a second that a row `locked` grants, by its settings `requested`. */
const rate = sql`(CASE WHEN requested.adaptive THEN least(requested.cap, coalesce(locked.rate, requested.start))
  ELSE requested.start END / 60)`;

const isLimited = sql`(coalesce(locked.rate < requested.start, false)
  OR coalesce(locked.throttled_at > clock.at - make_interval(secs => ${CEILING_SECONDS}::int), false))`.inlineParams();

const tokens = sql`coalesce(least(requested.capacity, locked.tokens
  + greatest(0, extract(epoch FROM clock.at - locked.refilled_at)) * ${rate}), requested.capacity)`;

const blockedSeconds = sql`greatest(0, coalesce(extract(epoch FROM locked.blocked_until - clock.at), 0))::float8`;

/**
 * Returns a query that locks nothing, so a later request may find fewer tokens. `requested` is a JSON list of
 * `BucketSettings`.
 */
export function bucketStates(requested: SQLWrapper): SQL {
  return sql`
    SELECT coalesce(json_agg(json_build_object('bucket', requested.bucket, 'tokens', ${tokens}, 'rate', ${rate},
      'blockedSeconds', ${blockedSeconds}, 'isLimited', ${isLimited}, 'grantedSecondsAgo', ARRAY(
        SELECT extract(epoch FROM clock.at - granted)::float8 FROM unnest(locked.granted_at) AS granted
        WHERE granted > clock.at - interval '1 minute'))), '[]')
    FROM (SELECT clock_timestamp() AS at) AS clock
    CROSS JOIN jsonb_to_recordset(${requested}::jsonb)
      AS requested(bucket text, capacity float8, start float8, cap float8, adaptive boolean)
    LEFT JOIN ${storeBudgets} AS locked ON locked.bucket = requested.bucket`;
}

export const bucketStateSchema = () =>
  z.object({
    bucket: z.string(),
    tokens: z.number(),
    rate: z.number(),
    blockedSeconds: z.number(),
    isLimited: z.boolean(),
    grantedSecondsAgo: z.array(z.number()),
  });

type Requested = { readonly requested: string };

/**
 * Returns CTEs that lock all buckets of a request before it takes from all of them or from none. `found` has a row for
 * each bucket, with its tokens, block, last grants and maximum.
 */
function lockedBuckets(requested: SQLWrapper): SQL {
  // The statement may have waited for the rows since now(), so clock_timestamp() is read after the wait.
  const window = sql`make_interval(secs => coalesce(requested."windowSeconds", 60))`;
  const grantedWithin = (length: SQL) => sql`ARRAY(SELECT granted FROM unnest(locked.granted_at) AS granted
    WHERE granted > clock.at - ${length} ORDER BY granted)`;
  return sql`
    requested AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${requested}::jsonb) AS bucket_request(bucket text, requests integer,
        floor float8, capacity float8, most text, "windowSeconds" float8, start float8, cap float8, adaptive boolean,
        "bindsOnceLimited" boolean, "floorOnceSpent" float8)
    ),
    locked AS MATERIALIZED (
      SELECT * FROM ${storeBudgets}
      WHERE ${storeBudgets.bucket} IN (SELECT bucket FROM requested)
      ORDER BY ${storeBudgets.bucket} FOR UPDATE
    ),
    clock AS MATERIALIZED (SELECT clock_timestamp() AS at FROM (SELECT count(*) FROM locked) AS all_locked),
    state AS (
      SELECT requested.bucket, requested.requests, requested.capacity, clock.at, requested.floor AS needed,
        CASE WHEN requested."bindsOnceLimited" AND NOT ${isLimited} THEN least(requested.floor, ${tokens})
          ELSE requested.floor END AS needed_now,
        max(requested."floorOnceSpent") FILTER (WHERE ${tokens} < requested.requests) OVER () AS floor_once_spent,
        ${rate} AS rate, locked.bucket IS NOT NULL AS bucket_exists, ${tokens} AS tokens,
        ${blockedSeconds} AS blocked_seconds,
        ${grantedWithin(sql`interval '1 minute'`)} AS granted_at,
        ${window} AS room_window, ${grantedWithin(window)} AS granted_in_window,
        CASE WHEN requested.most IS DISTINCT FROM 'none'
          THEN coalesce(requested.most::float8, CASE WHEN requested.adaptive THEN ${rate} * 60 END) END AS most
      FROM clock CROSS JOIN requested LEFT JOIN locked ON locked.bucket = requested.bucket
    ),
    found AS MATERIALIZED (
      SELECT *, CASE WHEN needed IS NULL OR floor_once_spent IS NULL THEN needed_now
        ELSE greatest(needed, floor_once_spent) END AS floor
      FROM state
    )`;
}

/** A window must have room for half of its maximum at most, or small requests would starve batches. */
const neededRoom = sql`least(requests, greatest(1, floor(most / 2)))`;

const grantedCount = sql`cardinality(granted_in_window)`;

/** Seconds until enough of the oldest grants have left the window. Null if the window has room now. */
const secondsToRoom = sql`(CASE WHEN ${grantedCount} > 0 AND ${grantedCount} + ${neededRoom} > most THEN
  extract(epoch FROM granted_in_window[least(${grantedCount},
    ceil(${grantedCount} + ${neededRoom} - most)::int)] + room_window - at) END)::float8`;

const foundSchema = () =>
  z.object({
    bucket_exists: z.boolean(),
    is_taken: z.boolean(),
    tokens: z.number(),
    rate: z.number(),
    floor: z.number().nullable(),
    capacity: z.number(),
    blocked_seconds: z.number(),
    room_seconds: z.number().nullable(),
    most: z.number().nullable(),
  });
type Found = Readonly<z.infer<ReturnType<typeof foundSchema>>>;

const take = statement({
  name: "take_tokens",
  effect: "writes",
  row: foundSchema,
  sql: ({ requested }: Placeholders<Requested>) => sql`
    WITH ${lockedBuckets(requested)},
    allowed AS MATERIALIZED (
      SELECT coalesce(bool_and(bucket_exists AND (floor IS NULL
        OR (tokens >= floor AND blocked_seconds = 0 AND ${secondsToRoom} IS NULL))), false) AS is_allowed
      FROM found
    ),
    taken AS (
      UPDATE ${storeBudgets} SET tokens = found.tokens - found.requests,
        refilled_at = greatest(found.at, ${storeBudgets.refilledAt}),
        window_started_at = coalesce(${storeBudgets.windowStartedAt}, found.at),
        window_requests = ${storeBudgets.windowRequests} + found.requests,
        granted_at = found.granted_at || array_fill(found.at, ARRAY[found.requests])
      FROM found WHERE ${storeBudgets.bucket} = found.bucket AND (SELECT is_allowed FROM allowed)
    )
    SELECT bucket_exists, is_allowed AS is_taken, rate, floor, capacity, most, blocked_seconds,
      ${secondsToRoom} AS room_seconds,
      tokens - CASE WHEN is_allowed THEN requests ELSE 0 END AS tokens
    FROM found CROSS JOIN allowed`,
});

const createBuckets = statement({
  name: "create_buckets",
  effect: "writes",
  sql: ({ requested }: Placeholders<Requested>) => sql`
    INSERT INTO ${storeBudgets} (bucket, tokens, refilled_at)
    SELECT bucket, capacity, clock_timestamp()
    FROM jsonb_to_recordset(${requested}::jsonb) AS bucket_request(bucket text, capacity float8)
    ORDER BY bucket ON CONFLICT (bucket) DO NOTHING`,
});

export type TakenTokens = {
  readonly waitSeconds: number;
  /** The share of the bucket that is used most. It exceeds 1 while the bucket is on credit. */
  readonly usedShare: number;
  readonly met?: { readonly requests: number; readonly isBlocked: boolean };
};

/** Grants a batch that costs more than a bucket holds on credit, so that small requests never starve it. */
export async function takeTokens(db: Db, buckets: readonly BucketRequest[]): Promise<TakenTokens> {
  const rows = await takeFrom(db, buckets);
  const usedShare = Math.max(...rows.map(({ capacity, tokens }) => (capacity - tokens) / capacity));
  if (rows.every(({ is_taken }) => is_taken)) return { waitSeconds: 0, usedShare };
  const waits = rows.map(waitOf).toSorted((a, b) => b.seconds - a.seconds);
  const [{ seconds = 1, ...met } = { requests: 0, isBlocked: false }] = waits;
  return { waitSeconds: Math.max(1, seconds), usedShare, met };
}

/** A bucket's first use creates its row, so the statement is repeated once. */
async function takeFrom(db: Db, buckets: readonly BucketRequest[]): Promise<readonly Found[]> {
  const requested = JSON.stringify(buckets);
  const rows = await take(db, { requested });
  if (rows.every(({ bucket_exists }) => bucket_exists)) return rows;
  await createBuckets(db, { requested });
  return take(db, { requested });
}

/** Returns seconds and requests of a window, or of a minute. */
function waitOf({ blocked_seconds, floor, most, rate, room_seconds, tokens }: Found) {
  // An operator may end a block before its time.
  const blocked = Math.ceil(Math.min(blocked_seconds, BLOCKED_SECONDS.max));
  const room = Math.ceil(room_seconds ?? 0);
  const refill = secondsUntilTokens(floor ?? tokens, { tokens, rate });
  return {
    seconds: Math.max(blocked, refill, room),
    requests: Math.floor(most !== null && room > refill ? most : rate * 60),
    isBlocked: blocked > 0,
  };
}
