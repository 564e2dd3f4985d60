import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../lib/domain/platform.ts";
import { apps } from "../schema/apps.ts";
import { appMetricCoverage, appMetrics } from "../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../schema/sweeps.ts";
import { statement } from "../statement.ts";
import { isOpen } from "./fetch-states.ts";
import { isLeaseFree } from "./leases.ts";
import { stillMissing } from "./metric-coverage.ts";
import { recomputedRating } from "./metric-observations.ts";
import { removedLanguages } from "./removed-languages.ts";
import { toInstant } from "./run-update.ts";
import { isUnavailableThere } from "./storefront-availability.ts";
import { idleApps } from "./swept-listings.ts";

type Fold = {
  readonly platform: Platform;
  readonly sweptAt: Date;
  /** Codes of all storefronts in which the platform sells apps. */
  readonly storefronts: readonly string[];
  readonly shardsMax: number;
};

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const m = alias(appMetrics, "m");
const s = alias(sweepShards, "s");

/** Whether a batch could not decide if the storefront has an app of its shard. */
const leavesOpen = sql`(${b.outcome} IS DISTINCT FROM 'stored' OR member.app_id = ANY (${b.missingAppIds})
  OR member.app_id = ANY (${b.failedAppIds}))`;

/** Whether the first attempt of a batch has not ended yet. A batch whose store limits requests has had its attempt. */
const awaitsFirstAttempt = sql`(${isOpen(b)} AND ${b.timesThrottled} = 0
  AND (${b.attempts} = 0 OR ${b.attempts} = 1 AND NOT ${isLeaseFree(b)}))`;

/**
 * Counts the shards whose batches were all tried, and returns how many these are. For each app it writes the
 * storefronts that were read that day, those in which the app is available, its removed languages, its rating, and the
 * time of the sweep. A storefront that fails therefore does not delay the others. A shard whose batch is stored later
 * is counted again without any loss. A storefront of an app in two shards is missing only if both shards missed it.
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
          SELECT 1 FROM ${sweepBatches} b WHERE ${b.day} = ${s.day} AND ${b.platform} = ${s.platform}
            AND ${b.shard} = ${s.shard} AND ${awaitsFirstAttempt}))
        ORDER BY ${s.day} DESC, ${s.shard} LIMIT ${shardsMax} FOR UPDATE SKIP LOCKED))
      RETURNING platform, day, shard, app_ids
    ),
    member AS MATERIALIZED (
      SELECT folded.platform, folded.day, folded.shard, id AS app_id FROM folded, unnest(folded.app_ids) AS id
    ),
    tried AS (
      SELECT member.app_id, member.day, ${b.countryCode}, bool_and(${leavesOpen}) AS is_open,
        bool_or(${b.outcome} = 'stored') AS is_stored
      FROM member JOIN ${sweepBatches} b ON ${b.day} = member.day AND ${b.platform} = member.platform
        AND ${b.kind} = 'metrics' AND ${b.shard} = member.shard
      GROUP BY member.app_id, member.day, ${b.countryCode}
    ),
    swept AS MATERIALIZED (
      SELECT app_id, day,
        coalesce(array_agg(country_code::text ORDER BY country_code) FILTER (WHERE is_open), '{}') AS missing
      FROM tried GROUP BY app_id, day HAVING bool_or(is_stored)
    ),
    ${availability(storefronts, sweptAt)},
    ${idleApps(sql`ARRAY(SELECT app_id FROM swept)`)},
    looked AS (
      SELECT DISTINCT ON (app_id) app_id, day, missing FROM swept JOIN idle USING (app_id) ORDER BY app_id, day DESC
    ),
    ${removedLanguages(storefronts)},
    coverage_row AS (
      INSERT INTO ${appMetricCoverage} (app_id, day, missing_country_codes)
      SELECT app_id, day, missing FROM swept JOIN app_availability USING (app_id) ORDER BY app_id
      ON CONFLICT (app_id, day) DO UPDATE SET missing_country_codes = ${stillMissing}
      WHERE ${appMetricCoverage.missingCountryCodes} IS DISTINCT FROM ${stillMissing}
    )
    SELECT 1 FROM folded`,
});

function availability(storefronts: readonly string[], sweptAt: Date): SQL {
  return sql`
  gone AS (
    SELECT app_id, max(day) AS day, ARRAY(
      SELECT ${m.countryCode}::text FROM ${appMetrics} m
      WHERE ${m.appId} = swept.app_id AND ${isUnavailableThere(m)} ORDER BY 1) AS countries
    FROM swept GROUP BY app_id
  ),
  app_availability AS (
    UPDATE ${apps} a
    SET last_swept_at = greatest(${a.lastSweptAt}, least(${toInstant(sweptAt)}, ${endOf(sql`gone.day`)})),
      unavailable_countries = gone.countries,
      is_available = EXISTS (
        SELECT jsonb_array_elements_text(${JSON.stringify(storefronts)}::jsonb) EXCEPT SELECT unnest(gone.countries)),
      ${recomputedRating}
    FROM gone WHERE ${a.id} = gone.app_id
    RETURNING ${a.id} AS app_id
  )`;
}

/** A shard that is counted after its day does not mark its apps as swept on the next day. */
function endOf(day: SQL): SQL {
  return sql`(${day} + 1)::timestamp AT TIME ZONE 'UTC' - interval '1 microsecond'`;
}
