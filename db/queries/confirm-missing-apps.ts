import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../lib/domain/platform.ts";
import { CONFIRMATION_WAIT_MINUTES, CONTROL_APPS } from "../../lib/domain/storefront-sweep.ts";
import { appMetrics } from "../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../schema/sweeps.ts";
import { statement } from "../statement.ts";

type Confirmations = {
  readonly platform: Platform;
  /** YYYY-MM-DD */
  readonly day: string;
  /** From 0. */
  readonly round: number;
  readonly appsPerRequest: number;
};

const b = alias(sweepBatches, "b");
const m = alias(appMetrics, "m");
const s = alias(sweepShards, "s");

/**
 * Plans one confirmation for each storefront in which apps are missing, once a round: the missing apps, and some that
 * the storefront had in the same batches, at least one of each. Returns how many were planned.
 */
export const planConfirmations = statement({
  name: "plan_confirmations",
  effect: "writes",
  returns: "count",
  build: ({ platform, day, round, appsPerRequest }: Confirmations) => {
    const controlsMax = Math.max(1, Math.min(CONTROL_APPS, appsPerRequest - 1));
    const missingMax = Math.max(1, appsPerRequest - controlsMax);
    return sql`
    WITH suspected AS (
      SELECT ${b.countryCode} AS country_code, ${b.shard}, ${b.missingAppIds}, ${b.failedAppIds} FROM ${sweepBatches} b
      WHERE ${b.platform} = ${platform} AND ${b.day} = ${day}::date AND ${b.kind} = 'metrics'
        AND ${b.missingAppIds} <> '{}'
        AND ${b.storedAt} <= clock_timestamp() - make_interval(mins => ${CONFIRMATION_WAIT_MINUTES})
    ),
    missing AS (
      SELECT country_code, (array_agg(DISTINCT id))[1:${missingMax}::int] AS app_ids
      FROM suspected, unnest(missing_app_ids) AS id GROUP BY country_code
    ),
    controls AS (
      SELECT country_code, (array_agg(DISTINCT id))[1:${controlsMax}::int] AS app_ids
      FROM suspected
      JOIN ${sweepShards} s ON ${s.day} = ${day}::date AND ${s.platform} = ${platform} AND ${s.shard} = suspected.shard
      CROSS JOIN LATERAL (${appsFound(s.appIds, {
        countryCode: sql`suspected.country_code`,
        missingAppIds: sql`suspected.missing_app_ids`,
        failedAppIds: sql`suspected.failed_app_ids`,
      })}) found
      GROUP BY country_code
    )
    INSERT INTO ${sweepBatches} (platform, kind, day, shard, country_code, app_ids, control_app_ids, next_attempt_at)
    SELECT ${platform}, 'confirm', ${day}::date, ${round}::int, country_code, missing.app_ids, controls.app_ids,
      clock_timestamp()
    FROM missing JOIN controls USING (country_code)
    ON CONFLICT DO NOTHING
    RETURNING 1`;
  },
});

type StoredBatch = Readonly<Record<"countryCode" | "missingAppIds" | "failedAppIds", SQLWrapper>>;

/** Returns a query for the apps that a batch found: without any, no confirmation of those that it missed comes. */
export function appsFound(appIds: SQLWrapper, { countryCode, missingAppIds, failedAppIds }: StoredBatch): SQL {
  return sql`
    SELECT id FROM unnest(${appIds}) AS id
    WHERE id <> ALL (${missingAppIds}) AND id <> ALL (${failedAppIds}) AND EXISTS (
      SELECT 1 FROM ${appMetrics} m
      WHERE ${m.appId} = id AND ${m.countryCode} = ${countryCode} AND ${m.isAvailable})`;
}
