import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { idArray, statement } from "../../statement.ts";
import { releasedLease } from "../fetches/leases.ts";
import type { IdentityOfApp } from "../listings/identity-writes.ts";
import { type AppObservation, sweptObservations } from "../metrics/metric-observations.ts";
import { pacedSweep, type SweepLease } from "./sweep-batches.ts";
import { appsOf, busyApps, idleApps, type SweptListing, sweptListings } from "./swept-listings.ts";

export type SweepBatchWrite = {
  readonly lease: SweepLease;
  readonly observedAt: Date;
  readonly observations: readonly AppObservation[];
  readonly listings: readonly SweptListing[];
  readonly identities: readonly IdentityOfApp[];
  /** Apps that were not found where they may be sold, without proof that they are absent. */
  readonly missing: readonly number[];
  readonly failed: readonly number[];
  readonly textless: readonly number[];
};

const s = alias(sweepShards, "s");

/** Returns false if another worker holds or has finished the batch. A folded shard is counted again. */
export const saveSweepBatch = statement({
  name: "save_sweep_batch",
  effect: "writes",
  returns: "any",
  build: (write: SweepBatchWrite) => sql`
    WITH ${idleApps(appsOf(write.listings))},
    batch AS MATERIALIZED (
      UPDATE ${sweepBatches} SET outcome = 'stored', stored_at = clock_timestamp(), next_attempt_at = NULL,
        missing_app_ids = ${idArray(write.missing)}, failed_app_ids = ${idArray(write.failed)},
        textless_app_ids = ${idArray(write.textless)}::int[] || ARRAY(${busyApps(write.listings)}), ${releasedLease}
      WHERE ${pacedSweep.isHeld(write.lease)}
      RETURNING platform, day, shard, country_code, attempts, times_throttled
    ),
    recounted AS (
      UPDATE ${sweepShards} s SET counts_again = true FROM batch
      WHERE ${s.day} = batch.day AND ${s.platform} = batch.platform AND ${s.shard} = batch.shard
        AND (batch.attempts > 1 OR batch.times_throttled > 0 OR ${s.foldedAt} IS NOT NULL)
    ),
    ${sweptObservations(write.observations, write.observedAt)}
    ${write.listings.length > 0 ? sql`, ${sweptListings(write)}` : sql``}
    SELECT 1 FROM batch`,
});
