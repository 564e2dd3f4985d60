import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DELAY_SECONDS_MAX } from "../../../lib/domain/message-delay.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { FIRST_EXPRESS_SHARD } from "../../../lib/domain/storefront-sweep.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { chartFetches } from "../../schema/charts.ts";
import { expressApps, expressSlots, sweepBatches, sweepShards, sweepSlots } from "../../schema/sweeps.ts";
import { columns, jsonObject, type Placeholders, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { bucketStateSchema, bucketStates } from "../budgets/store-budgets.ts";
import { keyIn } from "../fetches/fetch-kind.ts";
import { isPending } from "../fetches/fetch-states.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import { expressGathering, expressRest } from "../sweeps/express-shards.ts";
import { isOfShard } from "../sweeps/relied-batches.ts";
import { sweepFetchKind } from "../sweeps/sweep-batches.ts";
import {
  ENTRIES_MAX,
  secondsSince,
  secondsUntil,
  type WaitingRuns,
  waitingRunSchema,
  waitingRuns,
} from "./waiting-runs.ts";

const batch = alias(sweepBatches, "batch");
const shard = alias(sweepShards, "shard");

const firstExpressShard = sql`${FIRST_EXPRESS_SHARD}::smallint`.inlineParams();

const isBatchSent = sql`(${batch.queuedAt} IS NOT NULL AND ${batch.nextAttemptAt} > clock_timestamp())`;

const waitingBatch = projection({
  key: shown(jsonObject(keyIn("batch", sweepFetchKind)), sweepFetchKind.keySchema),
  is_sent: shown(isBatchSent, () => z.boolean()),
  ready_seconds: shown(secondsUntil(sql`coalesce(${batch.queuedAt}, ${batch.nextAttemptAt})`), () => z.number()),
  place_seconds: shown(secondsSince(shard.plannedAt), () => z.number()),
});
export type WaitingBatch = RowOf<typeof waitingBatch>;

const waitingWorkSchema = () =>
  z.object({
    runs: z.array(waitingRunSchema()),
    batches: z.array(waitingBatch.row()),
    buckets: z.array(bucketStateSchema()),
    has_express_apps: z.boolean(),
    /** Seconds of rest after the last express shard. */
    express_rest_seconds: z.number(),
    /** Seconds in which apps still gather for the next one. */
    express_gathering_seconds: z.number(),
    has_sweep: z.boolean(),
    /** The pace at which the sweep of the day was planned. Null before the first one. */
    sweep_per_minute: z.number().nullable(),
    has_charts: z.boolean(),
  });
export type WaitingWorkRows = Readonly<z.infer<ReturnType<typeof waitingWorkSchema>>>;

type Variant = Pick<WaitingRuns, "platform" | "purposes"> & { readonly isSwept: boolean };
type Reading = Variant & {
  /** The `BucketSettings` of the platform as JSON. */
  readonly buckets: string;
  readonly lostAfterSeconds: number;
  /** UTC date. */
  readonly day: string;
};

/**
 * Orders users' runs before others, a first read before the rest, and runs that have found all tokens before others.
 * Within a rank, the earliest place comes first. Nothing waits on a paused platform.
 */
export const readWaitingWork = statement({
  name: "read_waiting_work",
  effect: "reads",
  returns: "only",
  row: waitingWorkSchema,
  variant: ({ platform, purposes, isSwept }: Reading): Variant => ({ platform, purposes, isSwept }),
  sql: ({ buckets, lostAfterSeconds, day }: Placeholders<Reading>, { platform, purposes, isSwept }) => sql`
    SELECT ${columns({
      runs: sql`(${waitingRuns({ platform, purposes, lostAfterSeconds })})`,
      batches: isSwept ? sql`(${waitingBatches(platform, day)})` : sql`'[]'::json`,
      buckets: sql`(${bucketStates(buckets)})`,
      has_express_apps: sql`EXISTS (SELECT 1 FROM ${expressApps} WHERE ${expressApps.platform} = ${platform})`,
      express_rest_seconds: sql`coalesce((SELECT ${expressRest(expressSlots.nextPlannedAt)} FROM ${expressSlots}
        WHERE ${expressSlots.platform} = ${platform}), 0)`,
      express_gathering_seconds: sql`(${expressGathering(platform)})`,
      has_sweep: sql`EXISTS (SELECT 1 FROM ${sweepBatches} batch WHERE ${batch.platform} = ${platform}
        AND ${isPending(batch)} AND ${batch.shard} < ${firstExpressShard} AND ${isSoon(batch.nextAttemptAt)})`,
      sweep_per_minute: sql`(SELECT ${sweepSlots.plannedPerMinute} FROM ${sweepSlots}
        WHERE ${sweepSlots.platform} = ${platform})`,
      has_charts: sql`EXISTS (SELECT 1 FROM ${chartFetches} WHERE ${chartFetches.platform} = ${platform}
        AND ${isPending(chartFetches)} AND ${isSoon(chartFetches.nextAttemptAt)})`,
    })}`,
});

/** Returns true if the time lies within the longest delay of a message. */
function isSoon(at: SQLWrapper): SQL {
  return sql`${at} < now() + make_interval(secs => ${DELAY_SECONDS_MAX})`;
}

function waitingBatches(platform: Platform, day: SQLWrapper): SQL {
  return sql`
    SELECT coalesce(json_agg(one.batch ORDER BY one.day, one.shard, one.is_sent DESC, one.next_attempt_at), '[]') FROM (
      SELECT ${waitingBatch.json} AS batch, ${isBatchSent} AS is_sent, ${batch.day}, ${batch.shard},
        ${batch.nextAttemptAt}
      FROM ${sweepBatches} batch JOIN ${sweepShards} shard ON ${isOfShard(batch, shard)}
      WHERE ${batch.platform} = ${platform} AND ${isPending(batch)} AND ${batch.shard} >= ${firstExpressShard}
        AND ${batch.day} >= ${day}::date - 1 AND ${isLeaseFree(batch)} AND ${isNotPaused(batch.platform)}
      ORDER BY ${batch.day}, ${batch.shard}, 2 DESC, ${batch.nextAttemptAt} LIMIT ${ENTRIES_MAX}) one`;
}
