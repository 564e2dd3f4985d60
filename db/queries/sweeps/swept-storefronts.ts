import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { starsRules } from "../../../lib/domain/stars.ts";
import { apps } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import type { Columns } from "../../statement.ts";
import { isPending } from "../fetches/fetch-states.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import type { Run } from "../runs/run-conditions.ts";
import { hasAppOf, isReliedOn, isSinceQueued, measures, type ReliantRun } from "./relied-batches.ts";

const app = alias(apps, "app");
const batch = alias(sweepBatches, "batch");
const metrics = alias(appMetrics, "metrics");
const shard = alias(sweepShards, "shard");

/** Returns a query for the day whose values a run has: of the newest batch on which it relies, or of its own reads. */
export function measuredDay(run: ReliantRun & Run<"startedAt" | "measuredAt">, day: SQL): SQL {
  // The release before starts runs without clearing the time of the run before.
  const ownDay = sql`CASE WHEN ${run.measuredAt} >= ${run.startedAt} THEN (${run.measuredAt} AT TIME ZONE 'UTC')::date END`;
  return sql`SELECT coalesce(max(${shard.day}), ${ownDay}, ${day})
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${isReliedOn(run, { batch, shard }, day)}`;
}

/** Returns a query for storefronts for which the run relies only on batches before the day `measured`. */
export function measuredBefore(run: ReliantRun, day: SQL, measured: SQL): SQL {
  return sql`SELECT ${batch.countryCode}::text
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${isReliedOn(run, { batch, shard }, day)}
    GROUP BY ${batch.countryCode} HAVING max(${shard.day}) < ${measured}`;
}

/** Returns true if the batch missed the run's app without proof that it is absent. */
export function isMissing(run: Run<"appId">, { missingAppIds }: Columns<"missingAppIds">): SQL {
  return sql`${run.appId} = ANY (${missingAppIds})`;
}

/** Returns true if the batch decides about the run's app in its storefront and the run relies on it. */
function isReadFor(run: ReliantRun, day: SQL): SQL {
  return sql`(${isReliedOn(run, { batch, shard }, day)} AND ${run.appId} <> ALL (${batch.failedAppIds})
    AND NOT ${isMissing(run, batch)})`;
}

const hasFailed = sql`(${batch.outcome} IN ('failed', 'missed') OR ${isPending(batch)}
  AND (${batch.attempts} > CASE WHEN ${isLeaseFree(batch)} THEN 0 ELSE 1 END OR ${batch.timesThrottled} > 0))`;

const isYetToCome = sql`${batch.rotates} AND ${isPending(batch)}`;

/** Returns a query for storefronts whose batch failed, which are left to the next sweep. A first sync leaves none. */
export function unreadStorefronts(run: ReliantRun, day: SQL): SQL {
  return leftStorefronts(run, day, hasFailed);
}

/** Returns a query for storefronts that the sweep reads later or on another day. An app's first sync leaves none. */
export function storefrontsReadLater(run: ReliantRun, day: SQL): SQL {
  const yetToCome = leftStorefronts(run, day, isYetToCome);
  return sql`(${rotatedOutStorefronts(run, day)} UNION SELECT code FROM (${yetToCome}) yet)`;
}

export function rotatedOutStorefronts(run: ReliantRun, day: SQL): SQL {
  return sql`(
    SELECT unnest(${shard.rotatedOutCountryCodes}) AS code FROM ${sweepShards} shard
    WHERE ${hasAppOf(run, shard, day)} AND ${mayLeave(run)} AND ${isSinceQueued(run, shard, day)}
    EXCEPT SELECT ${batch.countryCode}::text
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${isReliedOn(run, { batch, shard }, day)})`;
}

function leftStorefronts(run: ReliantRun, day: SQL, reason: SQL): SQL {
  return sql`SELECT ${batch.countryCode}::text AS code
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${mayLeave(run)} AND ${isSinceQueued(run, shard, day)}
    GROUP BY ${batch.countryCode} HAVING bool_or(${reason}) AND NOT bool_or(${isReliedOn(run, { batch, shard }, day)})`;
}

/** Returns true for a scheduled run of an app that was synced before. */
function mayLeave(run: ReliantRun): SQL {
  return sql`(${run.purpose} = 'tracked'
    AND EXISTS (SELECT 1 FROM ${apps} app WHERE ${app.id} = ${run.appId} AND ${app.lastSyncedAt} IS NOT NULL))`;
}

type PlannedRun = ReliantRun & Run<"identityCountry" | "completedItems">;

type Planned = {
  readonly run: PlannedRun;
  readonly periodic: Columns<"keys">;
  readonly now: SQL;
  /** The UTC date of now. */
  readonly day: SQL;
};

/**
 * Returns storefronts that need no request: batches have read them without due stars, or the sweep reads them later.
 */
export function sweptStorefronts({ run, periodic, now, day }: Planned): SQL {
  return sql`coalesce((
    SELECT json_agg(code) FROM (
      SELECT ${batch.countryCode}::text AS code
      FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
      WHERE ${hasAppOf(run, shard, day)} AND ${isReadFor(run, day)}
        AND ${batch.countryCode} NOT IN (${storefrontsForStars({ run, periodic, now })})
      UNION ${storefrontsReadLater(run, day)}) swept), '[]')`;
}

export function storefrontsWithDueStars({ run, periodic, now, day }: Planned): SQL {
  return sql`coalesce((
    SELECT json_agg(json_build_object('key', country_code, 'country', country_code, 'rating_count', rating_count)
      ORDER BY country_code)
    FROM (
      SELECT DISTINCT ${batch.countryCode}, ${metrics.ratingCount}
      FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
      LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${run.appId}
        AND ${metrics.countryCode} = ${batch.countryCode}
      WHERE ${hasAppOf(run, shard, day)} AND ${isReadFor(run, day)}) swept
    WHERE country_code IN (${storefrontsForStars({ run, periodic, now })})), '[]')`;
}

export const age = (days: number) => sql`make_interval(days => ${days})`.inlineParams();
const { primaryDays, otherDays, movedShare, movedMin } = starsRules;

const isPrimary = (run: PlannedRun) => sql`${metrics.countryCode} IS NOT DISTINCT FROM ${run.identityCountry}`;

/** Returns a query that includes the storefront of identity if a user waits for the run. */
function storefrontsForStars({ run, periodic, now }: Omit<Planned, "day">): SQL {
  return sql`
    SELECT ${metrics.countryCode}::text FROM ${appMetrics} metrics
    WHERE ${areStarsDue(run, now)} AND ${isPrimary(run)} AND ${run.purpose} = 'on_demand'
    UNION ALL SELECT unnest(${periodic.keys})`;
}

export function periodicStars({ run, now, day }: Omit<Planned, "periodic">, othersMax: SQLWrapper): SQL {
  const isPeriodic = sql`${areStarsDue(run, now)} AND ${run.purpose} = 'tracked'`;
  return sql`ARRAY(
    SELECT ${metrics.countryCode}::text FROM ${appMetrics} metrics WHERE ${isPeriodic} AND ${isPrimary(run)}
    UNION ALL (
      SELECT ${metrics.countryCode}::text FROM ${appMetrics} metrics WHERE ${isPeriodic} AND NOT ${isPrimary(run)}
        AND ${metrics.countryCode}::text NOT IN ${storefrontsReadLater(run, day)}
      ORDER BY ${metrics.starsObservedAt} NULLS FIRST, ${metrics.ratingCount} DESC, ${metrics.countryCode}
      LIMIT greatest(0, ${othersMax}::int - cardinality(${run.completedItems}))))`;
}

function areStarsDue(run: PlannedRun, now: SQL): SQL {
  const ageMax = sql`CASE WHEN ${metrics.countryCode} = ${run.identityCountry} THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} END`;
  const movedBy = sql`abs(${metrics.ratingCount} - ${metrics.starsRatingCount})`;
  return sql`${metrics.appId} = ${run.appId} AND ${metrics.isAvailable} AND ${metrics.ratingCount} > 0
    AND coalesce(${metrics.starsObservedAt} < ${now} - ${ageMax}
      OR ${movedBy} >= greatest(${movedMin}, ${movedShare}::float8 * ${metrics.starsRatingCount}), true)`;
}
