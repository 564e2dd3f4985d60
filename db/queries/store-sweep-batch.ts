import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { sweepBatches, sweepShards } from "../schema/sweeps.ts";
import { idArray, statement } from "../statement.ts";
import type { IdentityOfApp } from "./identity-writes.ts";
import { releasedLease } from "./leases.ts";
import { type AppObservation, sweptObservations } from "./metric-observations.ts";
import { pacedSweep, type SweepLease } from "./sweep-batches.ts";
import { busyApps, idleApps, type SweptListing, sweptListings } from "./swept-listings.ts";

export type SweepBatchWrite = {
  readonly lease: SweepLease;
  readonly observedAt: Date;
  readonly observations: readonly AppObservation[];
  readonly listings: readonly SweptListing[];
  /** Of apps whose listings are stored, too. */
  readonly identities: readonly IdentityOfApp[];
  /** Apps that were not found where they may be sold. */
  readonly missing: readonly number[];
  readonly failed: readonly number[];
  /** Apps of which the store returned no texts in the language. Those that a run holds are stored as such. */
  readonly textless: readonly number[];
  /** Of a confirmation: apps of which it has shown whether the storefront has them. */
  readonly decided: readonly number[];
};

const b = alias(sweepBatches, "b");
const s = alias(sweepShards, "s");

/** Returns whether it has stored a batch, which it does whole; not when another worker holds or has finished it. */
export const storeSweepBatch = statement({
  name: "store_sweep_batch",
  effect: "writes",
  returns: "any",
  build: (write: SweepBatchWrite) => sql`
    WITH ${idleApps(write.listings)},
    batch AS MATERIALIZED (
      UPDATE ${sweepBatches} SET outcome = 'stored', stored_at = clock_timestamp(), next_attempt_at = NULL,
        missing_app_ids = ${idArray(write.missing)}, failed_app_ids = ${idArray(write.failed)},
        textless_app_ids = ${idArray(write.textless)}::int[] || ARRAY(${busyApps(write.listings)}), ${releasedLease}
      WHERE ${pacedSweep.isHeld(write.lease)}
      RETURNING platform, day, country_code
    ),
    ${sweptObservations(write.observations, write.observedAt)}
    ${write.listings.length > 0 ? sql`, ${sweptListings(write)}` : sql``}
    ${write.lease.kind === "confirm" ? sql`, ${decidedApps(write.decided)}` : sql``}
    SELECT 1 FROM batch`,
});

/** Returns CTEs that take apps off the lists of missing ones, and have their shards counted again. */
function decidedApps(decided: readonly number[]): SQL {
  return sql`
  cleared AS (
    UPDATE ${sweepBatches} b SET missing_app_ids = ARRAY(
      SELECT id FROM unnest(${b.missingAppIds}) AS id WHERE id <> ALL (${idArray(decided)}::int[]) ORDER BY 1)
    FROM batch
    WHERE ${b.day} = batch.day AND ${b.platform} = batch.platform AND ${b.countryCode} = batch.country_code
      AND ${b.kind} = 'metrics' AND ${b.missingAppIds} && ${idArray(decided)}::int[]
    RETURNING ${b.platform}, ${b.day}, ${b.shard}
  ),
  reopened AS (
    UPDATE ${sweepShards} s SET folded_at = NULL FROM cleared
    WHERE ${s.day} = cleared.day AND ${s.platform} = cleared.platform AND ${s.shard} = cleared.shard
  )`;
}
