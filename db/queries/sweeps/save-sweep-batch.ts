import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Platform } from "../../../lib/domain/platform.ts";
import { type GivenRow, recordset } from "../../recordset.ts";
import { appPageReads } from "../../schema/listings.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { idArray, statement } from "../../statement.ts";
import { isLeaseFree, releasedLease } from "../fetches/leases.ts";
import { foundListing } from "../listings/found-listings.ts";
import { type IdentityOfApp, identityWrites } from "../listings/identity-writes.ts";
import { listingWrites } from "../listings/listing-writes.ts";
import { type AppObservation, sweptObservations } from "../metrics/metric-observations.ts";
import { pacedSweep, type SweepLease } from "./sweep-batches.ts";

const p = alias(appPageReads, "p");
const s = alias(syncStatuses, "s");
const seen = alias(syncStatuses, "seen");
const shard = alias(sweepShards, "shard");

const sweptListing = { app_id: appPageReads.appId, ...foundListing };
type SweptListing = Required<GivenRow<typeof sweptListing>>;

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

/** Returns false if another worker holds or has finished the batch. A folded shard is folded again. */
export const saveSweepBatch = statement({
  name: "save_sweep_batch",
  effect: "writes",
  returns: "any",
  texts: "few",
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
      UPDATE ${sweepShards} shard SET counts_again = true FROM batch
      WHERE ${shard.day} = batch.day AND ${shard.platform} = batch.platform AND ${shard.shard} = batch.shard
        AND (batch.attempts > 1 OR batch.times_throttled > 0 OR ${shard.foldedAt} IS NOT NULL)
    ),
    ${sweptObservations(write.observations, write.observedAt)}
    ${write.listings.length > 0 ? sql`, ${sweptListings(write)}` : sql``}
    SELECT 1 FROM batch`,
});

/**
 * Returns the CTE `idle` of apps without a worker. Their statuses are locked and checked again, since a run that has
 * just written has saved listings that this statement does not see.
 */
export function idleApps(ids: SQL): SQL {
  return sql`
  idle AS MATERIALIZED (
    SELECT ${s.appId} FROM ${syncStatuses} s
    JOIN ${syncStatuses} seen ON ${seen.appId} = ${s.appId} AND ${seen.updatedAt} = ${s.updatedAt}
    WHERE ${s.appId} = ANY (${ids}) AND ${isLeaseFree(s)} FOR SHARE OF s SKIP LOCKED
  )`;
}

function appsOf(listings: readonly SweptListing[]): SQL {
  return sql`${idArray(listings.map(({ app_id }) => app_id))}::int[]`;
}

function busyApps(listings: readonly SweptListing[]): SQL {
  return sql`SELECT id FROM unnest(${appsOf(listings)}) AS id WHERE id NOT IN (SELECT app_id FROM idle)`;
}

type SweptTexts = {
  readonly lease: { readonly platform: Platform; readonly countryCode: string };
  readonly observedAt: Date;
  readonly listings: readonly SweptListing[];
  readonly identities: readonly IdentityOfApp[];
};

/** Returns CTEs for languages that a page has shown, so that no revision lacks fields that only pages show. */
function sweptListings({ lease, observedAt, listings, identities }: SweptTexts): SQL {
  return sql`
  free AS MATERIALIZED (SELECT idle.app_id FROM idle, batch),
  ${identityWrites(sql`free`, {
    platform: lease.platform,
    observedAt,
    country: lease.countryCode,
    identities,
  })},
  incoming AS MATERIALIZED (
    SELECT true AS is_present, r.* FROM free
    JOIN ${recordset(sweptListing, listings)} r ON r.app_id = free.app_id
  ),
  ${listingWrites(observedAt, sql`SELECT id, app_id, version FROM version_row`)},
  changed_pages AS (
    UPDATE ${appPageReads} p SET changed_at = revised.valid_from FROM revised
    WHERE ${p.appId} = revised.app_id AND ${p.locale} = revised.locale
  )`;
}
