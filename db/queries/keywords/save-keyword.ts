import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { keywordReads } from "../../../lib/domain/keyword-reads.ts";
import { recordset } from "../../recordset.ts";
import { keywordFetches, keywordResults, keywordSlots, storeIds } from "../../schema/keywords.ts";
import { statement } from "../../statement.ts";
import { type DiscoveredApp, discoveryWrites, foundApp, inOrder } from "../charts/discovery.ts";
import { areAppsWaiting, waitForIdentification } from "../charts/unidentified-apps.ts";
import { releasedLease } from "../fetches/leases.ts";
import { type KeywordLease, pacedKeywords } from "./keyword-fetches.ts";

export type KeywordResult = {
  readonly lease: KeywordLease;
  readonly countryCode: string;
  readonly fetchedAt: Date;
  /** Ids of apps, best rank first. */
  readonly ids: readonly string[];
  /** The apps that become known. */
  readonly apps: readonly DiscoveredApp[];
  /** Seconds in which apps without a name are gathered. Null if nothing identifies apps of the store. */
  readonly identifySeconds: number | null;
};

const r = alias(keywordResults, "r");
const s = alias(storeIds, "s");

/**
 * Ends the read. The result is stored if it differs from the one in force, or if it is the first of its month. Returns
 * undefined if another worker holds or has finished the read.
 */
export const saveKeyword = statement({
  name: "save_keyword",
  effect: "writes",
  returns: "first",
  row: () => z.object({ has_newly_waiting: z.boolean() }),
  build: ({ lease, countryCode, fetchedAt, ids, apps, identifySeconds }: KeywordResult) => sql`
    WITH ended AS MATERIALIZED (
      UPDATE ${keywordFetches} SET outcome = ${ids.length === 0 ? "empty" : "stored"},
        fetched_at = ${fetchedAt.toISOString()}::timestamptz, next_attempt_at = NULL, ${releasedLease}
      WHERE ${pacedKeywords.isHeld(lease)} RETURNING 1
    ),
    shown AS MATERIALIZED (
      SELECT external_id, place FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
        WITH ORDINALITY AS given(external_id, place)
      WHERE EXISTS (SELECT 1 FROM ended)
    ),
    ${storeIdWrites(lease)},
    result AS MATERIALIZED (
      SELECT coalesce(array_agg(store_id.id ORDER BY shown.place), '{}') AS store_ids
      FROM ended LEFT JOIN (shown JOIN store_id USING (external_id)) ON true
    ),
    kept AS (
      INSERT INTO ${keywordResults} (keyword_id, day, store_ids)
      SELECT ${lease.keywordId}::int, ${lease.day}::date, result.store_ids FROM ended CROSS JOIN result
      WHERE result.store_ids IS DISTINCT FROM (${resultInForce(lease)})
      ON CONFLICT (keyword_id, day) DO NOTHING
    ),
    found AS MATERIALIZED (
      SELECT given.* FROM ${recordset(foundApp, inOrder(apps))} given WHERE EXISTS (SELECT 1 FROM ended)
    ),
    ${discoveryWrites({
      platform: lease.platform,
      source: "on_search",
      countryCode,
      at: fetchedAt,
      known: "completed",
    })},
    ${identifySeconds === null ? nothingWaits : identification({ ...lease, countryCode }, identifySeconds)}
    SELECT EXISTS (SELECT 1 FROM newly_waiting) AS has_newly_waiting FROM ended`,
});

/** Returns CTEs whose last one is `store_id (id, external_id)`. A known id is not written. */
function storeIdWrites({ platform }: KeywordLease): SQL {
  return sql`
    store_id_known AS MATERIALIZED (
      SELECT s.id, s.external_id FROM shown CROSS JOIN LATERAL (
        SELECT ${s.id}, ${s.externalId} FROM ${storeIds} s
        WHERE ${s.platform} = ${platform} AND ${s.externalId} = shown.external_id LIMIT 1) s
    ),
    store_id_row AS (
      INSERT INTO ${storeIds} (platform, external_id)
      SELECT ${platform}, external_id FROM shown
      WHERE external_id NOT IN (SELECT external_id FROM store_id_known) ORDER BY external_id
      ON CONFLICT (platform, external_id) DO UPDATE SET external_id = excluded.external_id
      RETURNING id, external_id
    ),
    store_id AS (SELECT * FROM store_id_known UNION ALL SELECT * FROM store_id_row)`;
}

/** The days are values, which limits the plan to one partition. A new month has no result in force. */
function resultInForce({ keywordId, day }: KeywordLease): SQL {
  return sql`
    SELECT ${r.storeIds} FROM ${keywordResults} r
    WHERE ${r.keywordId} = ${keywordId} AND ${r.day} BETWEEN ${`${day.slice(0, 8)}01`}::date AND ${day}::date
    ORDER BY ${r.day} DESC LIMIT 1`;
}

const nothingWaits = sql`newly_waiting AS (SELECT 1 WHERE false)`;

/** Returns CTEs that let unknown apps wait for a request which identifies them, if the day has one left. */
function identification(storefront: KeywordLease & { readonly countryCode: string }, seconds: number): SQL {
  const { day, platform } = storefront;
  const isRoomLeft = sql`EXISTS (SELECT 1 FROM ${keywordSlots} WHERE ${keywordSlots.platform} = ${platform}
    AND (${keywordSlots.identifiedOn} IS DISTINCT FROM ${day}::date
      OR ${keywordSlots.identifications} < ${keywordReads.identificationsPerDay}::int))`;
  return sql`
    ${waitForIdentification(storefront, seconds, { isUnpriced: sql`false`, isAllowed: isRoomLeft })},
    newly_waiting AS (SELECT 1 FROM waiting WHERE NOT ${areAppsWaiting(storefront)} LIMIT 1),
    counted AS (
      UPDATE ${keywordSlots} SET identified_on = ${day}::date, identifications = 1
        + CASE WHEN ${keywordSlots.identifiedOn} = ${day}::date THEN ${keywordSlots.identifications} ELSE 0 END
      WHERE ${keywordSlots.platform} = ${platform} AND EXISTS (SELECT 1 FROM newly_waiting)
    )`;
}

/** Records a first empty list. The term is due again later, with all of its attempts. */
export const postponeEmptyKeyword = statement({
  name: "postpone_empty_keyword",
  effect: "writes",
  returns: "any",
  build: ({ lease }: { readonly lease: KeywordLease }) => sql`
    UPDATE ${keywordFetches} SET is_empty_once = true, attempts = 0, queued_at = NULL, ${releasedLease},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${keywordReads.emptyAgainSeconds}::float8)
    WHERE ${pacedKeywords.isHeld(lease)} RETURNING 1`,
});
