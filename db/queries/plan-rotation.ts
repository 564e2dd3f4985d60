import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { FIRST_OWN_SHARD, LAST_READ_DAYS_MAX, type SweepBatches } from "../../lib/domain/sweep-rotation.ts";
import { appPageReads } from "../schema/listings.ts";
import { sweepBatches, sweepShards } from "../schema/sweeps.ts";
import { statement } from "../statement.ts";
import {
  type DailySweep,
  kindOf,
  notedPlan,
  ownLists,
  type PlannedSweep,
  turnAt,
  wantedBatches,
} from "./plan-sweep.ts";

type RotatedSweep = PlannedSweep & {
  /** How many batches of each kind the day reads. */
  readonly plan: SweepBatches;
};

const b = alias(sweepBatches, "b");
const p = alias(appPageReads, "p");
const s = alias(sweepShards, "s");

/**
 * Plans a day, unless it is planned, that cannot read all storefronts of all followed apps. Lists of own storefronts are
 * due first, then the largest storefronts, shard after shard, then what was read longest ago of the others. A shard
 * names the storefronts whose turn it is not. Returns how many batches were planned.
 */
export const planRotation = statement({
  name: "plan_rotation",
  effect: "writes",
  returns: "count",
  build: ({ plan, ...sweep }: RotatedSweep) => sql`
    WITH ${wantedBatches(sweep)},
    ${ownLists(sweep)},
    ${lastReads(sweep)},
    ${ownBatches},
    ranked AS (
      SELECT wanted.*, kind, read_on, row_number() OVER (
        PARTITION BY kind ORDER BY read_on NULLS FIRST, ${anyOrder(sweep)}, place, wanted.shard, rank) AS n
      FROM wanted
      CROSS JOIN LATERAL (SELECT CASE WHEN rank > 1 THEN 'texts' WHEN is_largest THEN 'largest' ELSE 'others' END AS kind) k
      LEFT JOIN last_reads ON last_reads.shard = wanted.shard AND last_reads.code = wanted.code
        AND last_reads.locale = CASE WHEN rank > 1 THEN wanted.locale ELSE '' END
    ),
    chosen AS MATERIALIZED (
      SELECT shard, code, place, rank, locale, kind IN ('others', 'texts') AS rotates, read_on FROM ranked
      WHERE n <= CASE kind WHEN 'largest' THEN ${plan.largest}::int WHEN 'others' THEN ${plan.others}::int
        ELSE ${plan.texts}::int END
      UNION ALL
      SELECT shard, code, place, 1, locale, false, NULL FROM own_batches WHERE n <= ${plan.own}::int
    ),
    shards AS (
      INSERT INTO ${sweepShards} (platform, day, shard, app_ids, out_of_turn_country_codes)
      SELECT ${sweep.platform}, ${sweep.day}::date, shard, app_ids, ARRAY(
        SELECT code FROM storefronts
        EXCEPT SELECT code FROM chosen WHERE chosen.shard = members.shard AND chosen.rank = 1 ORDER BY 1)
      FROM members
      UNION ALL
      SELECT ${sweep.platform}, ${sweep.day}::date, shard, app_ids, '{}' FROM own_batches WHERE n <= ${plan.own}::int
      ON CONFLICT DO NOTHING
      RETURNING shard, is_own
    ),
    ${notedPlan(sweep)}
    INSERT INTO ${sweepBatches} (platform, kind, day, shard, country_code, locale, rotates, next_attempt_at)
    SELECT ${sweep.platform}, ${kindOf(sql`rank`)}, ${sweep.day}::date, shard, code, locale, rotates, ${turnAt(
      sweep,
      sql`is_own DESC, rotates, CASE WHEN rotates THEN read_on END NULLS FIRST, shard, place, rank`,
    )}
    FROM shards JOIN chosen USING (shard)
    ON CONFLICT DO NOTHING
    RETURNING 1`,
});

/** Each list of apps in their own storefront, in the language in which most of them are read there. */
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
 * Returns CTEs whose last one has the day on which a storefront, and with a language its texts, were last read of a
 * shard. Other apps may have been in the shards of earlier days: such a day has read a storefront where all shards have
 * that had apps between the first and the last of this one.
 */
function lastReads({ platform, day }: DailySweep): SQL {
  return sql`
    earlier AS MATERIALIZED (
      SELECT members.shard, ${s.day}, ${s.shard} AS shard_then,
        count(*) OVER (PARTITION BY members.shard, ${s.day}) AS shards_then
      FROM members JOIN ${sweepShards} s ON ${s.platform} = ${platform}
        AND ${s.day} >= ${day}::date - ${LAST_READ_DAYS_MAX}::int AND ${s.day} < ${day}::date
        AND NOT ${s.isExpress} AND NOT ${s.isOwn}
        AND ${s.appIds}[1] <= members.app_ids[cardinality(members.app_ids)]
        AND ${s.appIds}[cardinality(${s.appIds})] >= members.app_ids[1]
    ),
    stored AS MATERIALIZED (
      SELECT earlier.shard, earlier.day, earlier.shards_then, ${b.countryCode}::text AS code, ${b.kind}, ${b.locale}
      FROM earlier JOIN ${sweepBatches} b ON ${b.day} = earlier.day AND ${b.platform} = ${platform}
        AND ${b.shard} = earlier.shard_then AND ${b.outcome} = 'stored'
    ),
    last_reads AS MATERIALIZED (
      SELECT shard, code, '' AS locale, max(day) AS read_on FROM (
        SELECT shard, code, day FROM stored WHERE kind = 'metrics'
        GROUP BY shard, code, day, shards_then HAVING count(*) = shards_then) whole
      GROUP BY shard, code
      UNION ALL
      SELECT shard, code, locale, max(day) FROM stored WHERE locale <> '' GROUP BY shard, code, locale
    )`;
}

/** Gives what was read too long ago, or never, another order each day, so that each has its turn one day. */
function anyOrder({ day }: DailySweep): SQL {
  return sql`CASE WHEN read_on IS NULL THEN hashtext(wanted.code || ${day}::text) END`;
}
