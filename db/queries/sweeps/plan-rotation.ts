import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { sweepBatchKinds } from "../../../lib/domain/storefront-sweep.ts";
import { FIRST_OWN_SHARD, LAST_READ_DAYS_MAX, type SweepBatches } from "../../../lib/domain/sweep-rotation.ts";
import { appPageReads } from "../../schema/listings.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { spreadOf } from "../../spread.ts";
import { statement } from "../../statement.ts";
import {
  type DailySweep,
  kindOf,
  notedPlan,
  ownLists,
  type PlannedSweep,
  slotAt,
  slotColumns,
  wantedBatches,
} from "./plan-sweep.ts";

type RotatedSweep = PlannedSweep & {
  readonly plan: SweepBatches;
};

const b = alias(sweepBatches, "b");
const p = alias(appPageReads, "p");
const s = alias(sweepShards, "s");

/**
 * Plans lists of own storefronts first, then the largest storefronts by shard, then the oldest of the others. A planned
 * day is not planned again.
 */
export const planRotation = statement({
  name: "plan_rotation",
  effect: "writes",
  returns: "count",
  build: ({ plan, ...sweep }: RotatedSweep) => sql`
    WITH ${wantedBatches(sweep)},
    ${ownLists(sweep)},
    ${earlierReads(sweep)},
    ${ownBatches},
    kinds AS (
      SELECT shard, code, place, rank, locale,
        CASE WHEN rank > 1 THEN locale ELSE '' END AS read_locale, NULL::date AS day,
        CASE WHEN rank > 1 THEN 'texts' WHEN is_largest THEN 'largest' ELSE 'others' END AS kind
      FROM wanted
      UNION ALL SELECT shard, code, NULL, NULL, NULL, locale, day, NULL FROM reads
    ),
    aged AS (SELECT kinds.*, max(day) OVER (PARTITION BY shard, code, read_locale) AS read_on FROM kinds),
    ranked AS MATERIALIZED (
      SELECT aged.*, ${placeOf(sweep)} <= CASE kind WHEN 'largest' THEN ${plan.largest}::int
        WHEN 'others' THEN ${plan.others}::int ELSE ${plan.texts}::int END AS is_chosen
      FROM aged WHERE kind IS NOT NULL
    ),
    chosen AS (
      SELECT shard, code, place, rank, locale, kind <> 'largest' AS rotates, read_on FROM ranked WHERE is_chosen
      UNION ALL
      SELECT shard, code, place, 1, locale, false, NULL FROM own_batches WHERE n <= ${plan.own}::int
    ),
    shards AS (
      INSERT INTO ${sweepShards} (platform, day, shard, app_ids, rotated_out_country_codes)
      SELECT ${sweep.platform}, ${sweep.day}::date, shard, app_ids, codes FROM members JOIN (
        SELECT shard, coalesce(array_agg(code ORDER BY code) FILTER (WHERE rank = 1 AND NOT is_chosen), '{}') AS codes
        FROM ranked GROUP BY shard) rotated_out USING (shard)
      UNION ALL
      SELECT ${sweep.platform}, ${sweep.day}::date, shard, app_ids, '{}' FROM own_batches WHERE n <= ${plan.own}::int
      ON CONFLICT DO NOTHING
      RETURNING shard, is_own
    ),
    ${notedPlan(sweep)}
    INSERT INTO ${sweepBatches} (platform, kind, day, shard, country_code, locale, rotates, ${slotColumns})
    SELECT ${sweep.platform}, ${kindOf(sql`rank`)}, ${sweep.day}::date, shard, code, locale, rotates, ${slotAt(
      sweep,
      sql`is_own DESC, rotates, CASE WHEN rotates THEN read_on END NULLS FIRST, shard, place, rank`,
    )}
    FROM shards JOIN chosen USING (shard)
    ON CONFLICT DO NOTHING
    RETURNING 1`,
});

const ownBatches = sql`
    own_batches AS MATERIALIZED (
      SELECT ${FIRST_OWN_SHARD}::int - 1 + row_number() OVER (ORDER BY place, part) AS shard,
        row_number() OVER (ORDER BY place, part) AS n, code, place, app_ids, coalesce((
          SELECT ${p.locale} FROM unnest(app_ids) AS id
          JOIN ${appPageReads} p ON ${p.appId} = id AND ${p.countryCode} = own_lists.code
          GROUP BY ${p.locale} ORDER BY count(*) DESC, ${p.locale} LIMIT 1), '') AS locale
      FROM own_lists
    )`;

/**
 * Returns CTEs that are not joined, since no plan knows their rows. A day with other shards counts if all its shards
 * with apps of this range have read the storefront.
 */
function earlierReads({ platform, day }: DailySweep): SQL {
  return sql`
    first_ids AS (SELECT array_agg(app_ids[1] ORDER BY shard) AS ids FROM members),
    earlier AS MATERIALIZED (
      SELECT members.shard, ${s.day}, ${s.shard} AS shard_then,
        count(*) OVER (PARTITION BY members.shard, ${s.day}) AS shards_then
      FROM ${sweepShards} s CROSS JOIN first_ids
      CROSS JOIN LATERAL generate_series(
        greatest(0, ${shardNow(firstOf(s.appIds))}), ${shardNow(lastOf(s.appIds))}) AS now
      JOIN members ON members.shard = now AND ${firstOf(s.appIds)} <= ${lastOf(sql`members.app_ids`)}
      WHERE ${s.platform} = ${platform} AND ${s.day} >= ${day}::date - ${LAST_READ_DAYS_MAX}::int
        AND ${s.day} < ${day}::date AND NOT ${s.isExpress} AND NOT ${s.isOwn}
    ),
    stored AS MATERIALIZED (
      SELECT earlier.shard, earlier.day, earlier.shards_then, one.* FROM earlier CROSS JOIN LATERAL (
        SELECT ${b.countryCode}::text AS code, ${b.kind}, ${b.locale} FROM ${sweepBatches} b
        WHERE ${b.day} = earlier.day AND ${b.platform} = ${platform} AND ${b.kind} = ANY (${allKinds}::text[])
          AND ${b.shard} = earlier.shard_then AND ${b.outcome} = 'stored' OFFSET 0) one
    ),
    reads AS (
      SELECT shard, code, '' AS locale, day FROM stored WHERE kind = 'metrics'
      GROUP BY shard, code, day, shards_then HAVING count(*) = shards_then
      UNION ALL SELECT shard, code, locale, day FROM stored WHERE locale <> ''
    )`;
}

/** The kinds are named, so that the primary key finds them. OFFSET keeps every plan from reading all batches. */
const allKinds = `{${sweepBatchKinds.join(",")}}`;

const firstOf = (appIds: SQLWrapper) => sql`${appIds}[1]`;
const lastOf = (appIds: SQLWrapper) => sql`${appIds}[cardinality(${appIds})]`;

/** Returns the last shard that begins with the app or before, or -1. */
function shardNow(appId: SQL): SQL {
  return sql`width_bucket(${appId}, first_ids.ids) - 1`;
}

/**
 * Returns a place by the last read. Batches that were read too long ago have another order each day, so that each is
 * read one day.
 */
function placeOf({ day }: DailySweep): SQL {
  const anyOrder = sql`CASE WHEN read_on IS NULL THEN ${spreadOf(sql`code || ${day}::text`)} END`;
  return sql`row_number() OVER (
    PARTITION BY kind ORDER BY read_on NULLS FIRST, ${anyOrder}, place, shard, rank)`;
}
