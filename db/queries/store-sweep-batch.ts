import { sql } from "drizzle-orm";

import { sweepBatches } from "../schema/sweeps.ts";
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
  /** Apps that were not found where they may be sold, and of which nothing shows that they are absent. */
  readonly missing: readonly number[];
  readonly failed: readonly number[];
  /** Apps of which the store returned no texts in the language. Those that a run holds are stored as such. */
  readonly textless: readonly number[];
};

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
    SELECT 1 FROM batch`,
});
