import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";
import { secondsUntilTokens } from "../../lib/domain/call-limits.ts";
import type { LiveLimits } from "../../lib/domain/live-limits.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { BucketRequest } from "../../lib/domain/request-purpose.ts";
import { liveAllowances, storeBudgets } from "../schema/stores.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../statement.ts";
import { lockBuckets, takeFromFound, untilNextLook, withOpenBuckets } from "./store-budgets.ts";

type LiveTokens = {
  readonly platform: Platform;
  readonly userId: number;
  readonly limits: Pick<LiveLimits, "user" | "live">;
  /** The buckets of classes and hosts, which pay, too. */
  readonly buckets: readonly BucketRequest[];
  readonly requests: number;
  /** For requests that have been made already: taken on credit, whatever is there. */
  readonly isOwed: boolean;
};

export type TakenLiveTokens =
  | { readonly outcome: "taken" }
  /** What is used up, or closed, and the seconds until it is not. */
  | { readonly outcome: "denied"; readonly by: "user" | "live" | "store"; readonly waitSeconds: number };

type TakenValues = {
  readonly platform: Platform;
  readonly userId: number;
  readonly requests: number;
  readonly isOwed: boolean;
  readonly userRate: number;
  readonly userCapacity: number;
  readonly liveRate: number;
  readonly liveCapacity: number;
  readonly requested: string;
};

type BucketRow = Readonly<Record<"tokens" | "refilledAt", SQLWrapper>>;
type BucketSettings = { readonly rate: SQLWrapper; readonly capacity: SQLWrapper };

/** The tokens of a bucket now, by the database's clock. */
function refilled(row: BucketRow, { rate, capacity }: BucketSettings): SQL {
  return sql`least(${capacity}::float8, ${row.tokens}
    + greatest(0, extract(epoch FROM clock_timestamp() - ${row.refilledAt})) * ${rate}::float8)`;
}

/**
 * All buckets are locked before they are compared, so that a request that one of them denies takes nothing from the
 * others. Those of classes and hosts pay on credit, unless one is closed: what all users may take together is little.
 */
const take = statement({
  name: "take_live_tokens",
  effect: "writes",
  row: () =>
    z.object({
      own: z.number(),
      shared: z.number(),
      closedSeconds: z.number(),
      isOpen: z.boolean(),
      isTaken: z.boolean(),
    }),
  sql: (taken: Placeholders<TakenValues>) => {
    const user = { rate: taken.userRate, capacity: taken.userCapacity };
    const live = { rate: taken.liveRate, capacity: taken.liveCapacity };
    const liveBucket = sql`(${taken.platform}::text || ':live')`;
    /** What a bucket becomes by taking from it, whoever else takes meanwhile. */
    const less = (row: BucketRow, settings: BucketSettings) => sql`
      SET tokens = ${refilled(row, settings)} - ${taken.requests}::float8,
        refilled_at = greatest(clock_timestamp(), ${row.refilledAt})`;
    return sql`
    WITH own AS MATERIALIZED (
      SELECT ${refilled(liveAllowances, user)} AS tokens FROM ${liveAllowances}
      WHERE ${liveAllowances.userId} = ${taken.userId} AND ${liveAllowances.platform} = ${taken.platform} FOR UPDATE
    ),
    shared AS MATERIALIZED (
      SELECT ${refilled(storeBudgets, live)} AS tokens FROM ${storeBudgets}
      WHERE ${storeBudgets.bucket} = ${liveBucket} AND (SELECT count(*) FROM own) >= 0 FOR UPDATE
    ),
    ${lockBuckets(taken.requested, sql`(SELECT count(*) FROM shared) >= 0`)},
    held AS MATERIALIZED (
      SELECT coalesce((SELECT tokens FROM own), ${user.capacity}::float8) AS own,
        coalesce((SELECT tokens FROM shared), ${live.capacity}::float8) AS shared,
        coalesce(bool_and(is_open), true) AS is_open, coalesce(max(closed_seconds), 0) AS closed_seconds
      FROM found
    ),
    allowed AS MATERIALIZED (
      SELECT FROM held WHERE is_open AND (${taken.isOwed}::boolean
        OR (closed_seconds = 0 AND least(own, shared) >= ${taken.requests}::float8))
    ),
    from_own AS (
      INSERT INTO ${liveAllowances} (user_id, platform, tokens, refilled_at)
      SELECT ${taken.userId}::integer, ${taken.platform}, ${user.capacity}::float8 - ${taken.requests}::float8,
        clock_timestamp() FROM allowed
      ON CONFLICT (user_id, platform) DO UPDATE ${less(liveAllowances, user)}
    ),
    from_shared AS (
      INSERT INTO ${storeBudgets} (bucket, tokens, refilled_at)
      SELECT ${liveBucket}, ${live.capacity}::float8 - ${taken.requests}::float8, clock_timestamp() FROM allowed
      ON CONFLICT (bucket) DO UPDATE ${less(storeBudgets, live)}
    ),
    from_stores AS (${takeFromFound(sql`EXISTS (SELECT 1 FROM allowed)`)})
    SELECT own, shared, closed_seconds AS "closedSeconds", is_open AS "isOpen",
      EXISTS (SELECT 1 FROM allowed) AS "isTaken" FROM held`;
  },
});

/** Takes what a live request costs from the user's bucket, the one of all live requests, and the store's; or from none. */
export async function takeLiveTokens(db: Db, request: LiveTokens): Promise<TakenLiveTokens> {
  const { platform, userId, requests, isOwed, limits, buckets } = request;
  const { user, live } = limits;
  const values = {
    platform,
    userId,
    requests,
    isOwed,
    userRate: user.rate,
    userCapacity: user.capacity,
    liveRate: live.rate,
    liveCapacity: live.capacity,
  };
  const row = onlyRow(await withOpenBuckets(db, buckets, (requested) => take(db, { ...values, requested })));
  if (row.isTaken) return { outcome: "taken" };
  if (row.closedSeconds > 0) return { outcome: "denied", by: "store", waitSeconds: untilNextLook(row.closedSeconds) };

  const ofOwn = secondsUntilTokens(requests, { tokens: row.own, rate: user.rate });
  const ofShared = secondsUntilTokens(requests, { tokens: row.shared, rate: live.rate });
  return ofOwn >= ofShared
    ? { outcome: "denied", by: "user", waitSeconds: ofOwn }
    : { outcome: "denied", by: "live", waitSeconds: ofShared };
}
