import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { appMetricCoverage, appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { columnsOf, statement, toInstant } from "../../statement.ts";
import { dueReportRows, isNews } from "../events/due-reports.ts";
import { isPending } from "../fetches/fetch-states.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import { removedLanguages } from "../listings/removed-languages.ts";
import { isUnavailableThere } from "../metrics/last-reads.ts";
import { addedCoverage } from "../metrics/metric-coverage.ts";
import { recomputedRating } from "../metrics/metric-observations.ts";
import { isOfShard, measures } from "./relied-batches.ts";
import { idleApps } from "./save-sweep-batch.ts";

type Fold = {
  readonly platform: Platform;
  readonly sweptAt: Date;
  readonly storefronts: readonly string[];
  readonly shardsMax: number;
};

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const m = alias(appMetrics, "m");
const s = alias(sweepShards, "s");
const foldedApp = {
  appId: sql`folded_app.app_id`,
  isAvailable: sql`folded_app.is_available`,
  rating: sql`folded_app.rating`,
  ratingCount: sql`folded_app.rating_count`,
};
const member = columnsOf("member", ["app_id", "day", "platform", "shard"]);

const leavesPending = sql`(${b.outcome} IS DISTINCT FROM 'stored' OR ${member.app_id} = ANY (${b.missingAppIds})
  OR ${member.app_id} = ANY (${b.failedAppIds}))`;

/**
 * A batch has had its attempt if the store limits requests. A rotating one comes late, so its shard is folded without
 * it.
 */
const awaitsFirstAttempt = sql`(${isPending(b)} AND NOT ${b.rotates} AND ${b.timesThrottled} = 0
  AND (${b.attempts} = 0 OR ${b.attempts} = 1 AND NOT ${isLeaseFree(b)}))`;

/**
 * Returns the number of folded shards. All batches were tried, so a failed storefront does not delay the others, and a
 * batch that is saved later folds its shard again. A storefront is missing for an app in two shards only if both missed
 * it. If no shard has read it, it is rotated out if a shard says so. A shard of own storefronts says nothing about
 * others.
 */
export const foldShards = statement({
  name: "fold_shards",
  effect: "writes",
  returns: "count",
  build: ({ platform, sweptAt, storefronts, shardsMax }: Fold) => sql`
    WITH folded AS MATERIALIZED (
      UPDATE ${sweepShards} SET folded_at = clock_timestamp(), counts_again = false WHERE ctid = ANY (ARRAY(
        SELECT s.ctid FROM ${sweepShards} s
        WHERE ${s.platform} = ${platform} AND (${s.countsAgain} AND ${s.foldedAt} IS NOT NULL
          OR ${s.foldedAt} IS NULL AND NOT EXISTS (
          SELECT 1 FROM ${sweepBatches} b WHERE ${isOfShard(b, s)} AND ${awaitsFirstAttempt}))
        ORDER BY ${s.day} DESC, ${s.shard} LIMIT ${shardsMax} FOR UPDATE SKIP LOCKED))
      RETURNING platform, day, shard, app_ids, is_own, rotated_out_country_codes
    ),
    member AS MATERIALIZED (SELECT folded.*, id AS app_id FROM folded, unnest(folded.app_ids) AS id),
    tried_batch AS (
      SELECT member.app_id, member.day, member.is_own, ${b.countryCode}::text AS code, ${leavesPending} AS is_pending,
        ${b.outcome} = 'stored' AS is_stored, false AS is_rotated_out
      FROM member JOIN ${sweepBatches} b ON ${measures(b, member)}
      UNION ALL SELECT app_id, day, is_own, unnest(rotated_out_country_codes), true, false, true FROM member
      UNION ALL SELECT app_id, day, is_own, code, true, false, false
      FROM member, jsonb_array_elements_text(${JSON.stringify(storefronts)}::jsonb) AS code WHERE is_own
    ),
    tried AS (
      SELECT app_id, day, code, bool_and(is_pending) AS is_pending, bool_or(is_stored) AS is_stored,
        bool_or(is_rotated_out) AS is_rotated_out, bool_and(is_own) AS is_own
      FROM tried_batch GROUP BY app_id, day, code
    ),
    swept AS MATERIALIZED (
      SELECT app_id, day, bool_and(is_own) AS is_own,
        coalesce(array_agg(code ORDER BY code) FILTER (WHERE is_pending AND NOT is_rotated_out), '{}') AS missing,
        coalesce(array_agg(code ORDER BY code) FILTER (WHERE is_pending AND is_rotated_out), '{}') AS rotated_out
      FROM tried GROUP BY app_id, day HAVING bool_or(is_stored)
    ),
    ${availability(storefronts, sweptAt)},
    ${idleApps(sql`ARRAY(SELECT app_id FROM swept)`)},
    seen AS (
      SELECT DISTINCT ON (app_id) app_id, day, missing || rotated_out AS missing
      FROM swept JOIN idle USING (app_id) ORDER BY app_id, day DESC
    ),
    ${removedLanguages(storefronts)},
    ${dueReportRows(sql`
      SELECT app_id FROM app_availability folded_app WHERE ${isNews(foldedApp)} UNION SELECT app_id FROM removed`)},
    coverage_row AS (
      INSERT INTO ${appMetricCoverage} (app_id, day, missing_country_codes, rotated_out_country_codes)
      SELECT app_id, day, missing, rotated_out FROM swept JOIN app_availability USING (app_id) ORDER BY app_id
      ${addedCoverage}
    )
    SELECT 1 FROM folded`,
});

function availability(storefronts: readonly string[], sweptAt: Date): SQL {
  return sql`
  gone AS (
    SELECT app_id, max(day) FILTER (WHERE NOT is_own) AS day, ARRAY(
      SELECT ${m.countryCode}::text FROM ${appMetrics} m
      WHERE ${m.appId} = swept.app_id AND ${isUnavailableThere(m)} ORDER BY 1) AS countries
    FROM swept GROUP BY app_id
  ),
  app_availability AS (
    UPDATE ${apps} a
    SET last_swept_at = CASE WHEN gone.day IS NULL THEN ${a.lastSweptAt}
        ELSE greatest(${a.lastSweptAt}, least(${toInstant(sweptAt)}, ${endOf(sql`gone.day`)})) END,
      unavailable_countries = gone.countries,
      is_available = EXISTS (
        SELECT jsonb_array_elements_text(${JSON.stringify(storefronts)}::jsonb) EXCEPT SELECT unnest(gone.countries)),
      ${recomputedRating(a)}
    FROM gone WHERE ${a.id} = gone.app_id
    RETURNING ${a.id} AS app_id, ${a.isAvailable}, ${a.rating}, ${a.ratingCount}
  )`;
}

/** Returns a time on the day itself, so that late folding does not mark apps as swept on the next day. */
function endOf(day: SQL): SQL {
  return sql`(${day} + 1)::timestamp AT TIME ZONE 'UTC' - interval '1 microsecond'`;
}
