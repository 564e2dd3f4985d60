import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import type { SweptStorefront } from "../../../lib/domain/storefront-sweep.ts";
import type { RefreshDays } from "../../../lib/domain/sweep-rotation.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads } from "../../schema/listings.ts";
import { expressApps, sweepBatches, sweepShards, sweepSlots } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { statement } from "../../statement.ts";
import { watchedApps } from "../runs/due-conditions.ts";
import { isActive } from "../runs/run-conditions.ts";

export type DailySweep = {
  readonly platform: Platform;
  readonly day: string;
  readonly storefronts: readonly SweptStorefront[];
  readonly appsPerRequest: number;
};

export type PlannedSweep = DailySweep & {
  readonly batchesPerMinute: number;
  readonly refreshDays: RefreshDays;
};

const a = alias(apps, "a");
const p = alias(appPageReads, "p");
const r = alias(syncStatuses, "r");
const s = alias(sweepShards, "s");

/**
 * Returns CTEs that are empty if the day is planned. Shards follow ids, so that most are those of the day before.
 * `wanted` reads a storefront in the language of most of the shard's apps there, and again for each other language.
 */
export function wantedBatches({ platform, day, storefronts, appsPerRequest }: DailySweep): SQL {
  return sql`
    numbered AS MATERIALIZED (
      SELECT ${a.id}, ${a.originCountryCode} AS own_code,
        (row_number() OVER (ORDER BY ${a.id}) - 1) / ${appsPerRequest}::int AS shard
      FROM (${watchedApps}) watched JOIN ${apps} a ON ${a.id} = watched.app_id
      WHERE ${a.platform} = ${platform}
        AND NOT EXISTS (SELECT 1 FROM ${sweepShards} s
          WHERE ${s.day} = ${day}::date AND ${s.platform} = ${platform} AND NOT ${s.isExpress})
        AND ${a.id} NOT IN (
          SELECT unnest(${s.appIds}) FROM ${sweepShards} s WHERE ${s.day} = ${day}::date AND ${s.isExpress}
          UNION ALL SELECT ${expressApps.appId} FROM ${expressApps})
        AND (${a.lastSyncedAt} IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM ${syncStatuses} r WHERE ${r.appId} = ${a.id} AND ${isActive(r)}))
    ),
    members AS MATERIALIZED (SELECT shard, array_agg(id ORDER BY id) AS app_ids FROM numbered GROUP BY shard),
    storefronts AS MATERIALIZED (
      SELECT one.value ->> 'code' AS code, (one.value -> 'isLargest')::boolean AS is_largest, one.place
      FROM jsonb_array_elements(${JSON.stringify(storefronts)}::jsonb) WITH ORDINALITY AS one(value, place)
    ),
    languages AS (
      SELECT shard, ${p.countryCode} AS code, ${p.locale},
        row_number() OVER (PARTITION BY shard, ${p.countryCode} ORDER BY count(*) DESC, ${p.locale}) AS rank
      FROM numbered JOIN ${appPageReads} p ON ${p.appId} = numbered.id GROUP BY shard, ${p.countryCode}, ${p.locale}
    ),
    wanted AS MATERIALIZED (
      SELECT members.shard, storefronts.*, coalesce(languages.rank, 1) AS rank, coalesce(languages.locale, '') AS locale
      FROM members CROSS JOIN storefronts
      LEFT JOIN languages ON languages.shard = members.shard AND languages.code = storefronts.code
    )`;
}

export function ownLists({ appsPerRequest }: DailySweep): SQL {
  return sql`
    own_members AS (
      SELECT id, storefronts.code, storefronts.place,
        (row_number() OVER (PARTITION BY storefronts.code ORDER BY id) - 1) / ${appsPerRequest}::int AS part
      FROM numbered JOIN storefronts ON storefronts.code = numbered.own_code AND NOT storefronts.is_largest
    ),
    own_lists AS MATERIALIZED (
      SELECT code, place, part, array_agg(id ORDER BY id) AS app_ids FROM own_members GROUP BY code, place, part
    )`;
}

/** Returns nothing if the day is planned already. */
export const countWantedBatches = statement({
  name: "count_wanted_batches",
  effect: "reads",
  returns: "only",
  row: () => z.object({ own: z.int(), largest: z.int(), others: z.int(), texts: z.int() }),
  build: (sweep: DailySweep) => sql`
    WITH ${wantedBatches(sweep)}, ${ownLists(sweep)}
    SELECT (SELECT count(*) FROM own_lists)::int AS own,
      (count(*) FILTER (WHERE rank = 1 AND is_largest))::int AS largest,
      (count(*) FILTER (WHERE rank = 1 AND NOT is_largest))::int AS others,
      (count(*) FILTER (WHERE rank > 1))::int AS texts
    FROM wanted`,
});

/** Returns 0 if the day is planned already. */
export const planSweep = statement({
  name: "plan_sweep",
  effect: "writes",
  returns: "count",
  build: (sweep: PlannedSweep) => sql`
    WITH ${wantedBatches(sweep)},
    shards AS (
      INSERT INTO ${sweepShards} (platform, day, shard, app_ids)
      SELECT ${sweep.platform}, ${sweep.day}::date, shard, app_ids FROM members
      ON CONFLICT DO NOTHING
      RETURNING shard
    ),
    ${notedPlan(sweep)}
    INSERT INTO ${sweepBatches} (platform, kind, day, shard, country_code, locale, ${slotColumns})
    SELECT ${sweep.platform}, ${kindOf(sql`rank`)}, ${sweep.day}::date, shard, code, locale,
      ${slotAt(sweep, sql`shard, place, rank`)}
    FROM shards JOIN wanted USING (shard)
    ON CONFLICT DO NOTHING
    RETURNING 1`,
});

export function kindOf(rank: SQL): SQL {
  return sql`CASE ${rank} WHEN 1 THEN 'metrics' ELSE 'texts' END`;
}

export function notedPlan({ platform, day, batchesPerMinute, refreshDays }: PlannedSweep): SQL {
  const { own, largest, all } = refreshDays;
  return sql`
    noted AS (
      UPDATE ${sweepSlots} SET planned_day = ${day}::date, own_days = ${own}::smallint,
        largest_days = ${largest}::smallint, all_days = ${all}::smallint, planned_per_minute = ${batchesPerMinute}::real
      WHERE ${sweepSlots.platform} = ${platform} AND EXISTS (SELECT 1 FROM shards)
    )`;
}

export const slotColumns = sql`next_attempt_at, planned_at`;

export function slotAt({ batchesPerMinute }: PlannedSweep, order: SQL): SQL {
  const gap = sql`make_interval(secs => ${60 / batchesPerMinute}::float8)`;
  const slot = sql`now() + ${gap} * (row_number() OVER (ORDER BY ${order}) - 1)`;
  return sql`${slot}, ${slot}`;
}
