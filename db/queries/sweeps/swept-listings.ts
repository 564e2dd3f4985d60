import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { type GivenRow, recordset } from "../../recordset.ts";
import { appPageReads } from "../../schema/listings.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { idArray } from "../../statement.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import { foundListing } from "../listings/found-listings.ts";
import { type IdentityOfApp, identityWrites } from "../listings/identity-writes.ts";
import { listingWrites } from "../listings/listing-writes.ts";

const p = alias(appPageReads, "p");
const s = alias(syncStatuses, "s");
const seen = alias(syncStatuses, "seen");

const sweptListing = { app_id: appPageReads.appId, ...foundListing };
export type SweptListing = Required<GivenRow<typeof sweptListing>>;

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

export function appsOf(listings: readonly SweptListing[]): SQL {
  return sql`${idArray(listings.map(({ app_id }) => app_id))}::int[]`;
}

export function busyApps(listings: readonly SweptListing[]): SQL {
  return sql`SELECT id FROM unnest(${appsOf(listings)}) AS id WHERE id NOT IN (SELECT app_id FROM idle)`;
}

type SweptTexts = {
  readonly lease: { readonly platform: Platform; readonly countryCode: string };
  readonly observedAt: Date;
  readonly listings: readonly SweptListing[];
  readonly identities: readonly IdentityOfApp[];
};

/** Returns CTEs for languages that a page has shown, so that no revision lacks fields that only pages show. */
export function sweptListings({ lease, observedAt, listings, identities }: SweptTexts): SQL {
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
