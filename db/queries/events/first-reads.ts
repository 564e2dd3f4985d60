import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { appVersions } from "../../schema/apps.ts";
import { appStoreListings } from "../../schema/listings.ts";
import type { Columns } from "../../statement.ts";

const l = alias(appStoreListings, "l");
const later = alias(appVersions, "later");
const v = alias(appVersions, "v");

/** Google Play names days of releases, so that a version of the same day may be a later one. */
export const REPLACED_BEFORE = sql`interval '1 day'`;

/**
 * An outdated first read is corrected within this time, in which two daily reads may fail. What changes later is news,
 * whatever the first read showed.
 */
export const CORRECTED_WITHIN = sql`interval '3 days 12 hours'`;

/**
 * Returns a query for the first read of a language: until when a later read may correct it, and whether it was
 * outdated, which means that its version had been replaced before the read.
 */
export function firstReads(listed: Columns<"app_id" | "locale">): SQL {
  return sql`
  SELECT least(max(revision.valid_from) FILTER (WHERE revision.place = 2),
      max(revision.valid_from) FILTER (WHERE revision.place = 1) + ${CORRECTED_WITHIN}) AS corrected_until,
    coalesce(bool_or((
    SELECT bool_or(${later.releasedAt} > ${v.releasedAt}
      AND ${later.releasedAt} <= revision.valid_from - ${REPLACED_BEFORE})
    FROM ${appVersions} v JOIN ${appVersions} later ON ${later.appId} = ${v.appId} WHERE ${v.id} = revision.version_id
  )) FILTER (WHERE revision.place = 1), false) AS was_outdated
  FROM (
    SELECT ${l.versionId}, ${l.validFrom}, row_number() OVER (ORDER BY ${l.validFrom}) AS place
    FROM (
      SELECT l.* FROM ${appStoreListings} l
      WHERE ${l.appId} = ${listed.app_id} AND ${l.locale} = ${listed.locale} ORDER BY ${l.validFrom} LIMIT 2
    ) l
  ) revision`;
}
