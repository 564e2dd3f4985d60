import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { starsRules } from "../../../lib/domain/stars.ts";
import { apps } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { type Columns, toInstant } from "../../statement.ts";
import { isPending } from "../fetches/fetch-states.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import type { Run } from "../runs/run-conditions.ts";
import { hasAppOf, isReliedOn, isSinceQueued, measures, type ReliantRun } from "./relied-batches.ts";

const app = alias(apps, "app");
const batch = alias(sweepBatches, "batch");
const metrics = alias(appMetrics, "metrics");
const shard = alias(sweepShards, "shard");

/** Returns a query for the day whose metrics the run shows: the day of the newest sweep that the run relies on. */
export function measuredDay(run: ReliantRun, day: SQL): SQL {
  return sql`SELECT coalesce(max(${shard.day}), ${day})
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${isReliedOn(run, { batch, shard }, day)}`;
}

/** Returns a query for storefronts for which the run relies only on batches of days before `measured`. */
export function measuredBefore(run: ReliantRun, day: SQL, measured: SQL): SQL {
  return sql`SELECT ${batch.countryCode}::text
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${isReliedOn(run, { batch, shard }, day)}
    GROUP BY ${batch.countryCode} HAVING max(${shard.day}) < ${measured}`;
}

/** True when a batch has missed the app of a run, and nothing has shown that it is absent. */
export function isMissing(run: Run<"appId">, { missingAppIds }: Columns<"missingAppIds">): SQL {
  return sql`${run.appId} = ANY (${missingAppIds})`;
}

/** True when the batch decides about the app of the run in its storefront, and the run relies on it. */
function isReadFor(run: ReliantRun, day: SQL): SQL {
  return sql`(${isReliedOn(run, { batch, shard }, day)} AND ${run.appId} <> ALL (${batch.failedAppIds})
    AND NOT ${isMissing(run, batch)})`;
}

/**
 * Says whether the batch has failed: it has ended without a read, or it will be tried again after a failed attempt. Its
 * first attempt has not failed while it is under way.
 */
const hasFailed = sql`(${batch.outcome} IN ('failed', 'missed') OR ${isPending(batch)}
  AND (${batch.attempts} > CASE WHEN ${isLeaseFree(batch)} THEN 0 ELSE 1 END OR ${batch.timesThrottled} > 0))`;

const isYetToCome = sql`${batch.rotates} AND ${isPending(batch)}`;

/**
 * Returns a query for the storefronts that a scheduled run leaves to the next sweep, because no batch of its day could
 * read them. The first sync of an app leaves no storefront.
 */
export function unreadStorefronts(run: ReliantRun, day: SQL): SQL {
  return leftStorefronts(run, day, hasFailed);
}

/**
 * Returns a query for the storefronts that are rotated out, or read later on the day whose sweep a scheduled
 * run relies on. The run leaves them to the sweep; the first sync of an app leaves none.
 */
export function storefrontsReadLater(run: ReliantRun, day: SQL): SQL {
  const yetToCome = leftStorefronts(run, day, isYetToCome);
  return sql`(${rotatedOutStorefronts(run, day)} UNION SELECT code FROM (${yetToCome}) yet)`;
}

/** Returns a query for those that the day leaves to another one, unless something else has read them for the run. */
export function rotatedOutStorefronts(run: ReliantRun, day: SQL): SQL {
  return sql`(
    SELECT unnest(${shard.rotatedOutCountryCodes}) AS code FROM ${sweepShards} shard
    WHERE ${hasAppOf(run, shard, day)} AND ${mayLeave(run)} AND ${isSinceQueued(run, shard, day)}
    EXCEPT SELECT ${batch.countryCode}::text
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${isReliedOn(run, { batch, shard }, day)})`;
}

/**
 * Returns a query for storefronts of which a batch of the run's day has not read the metrics, and this is the reason.
 */
function leftStorefronts(run: ReliantRun, day: SQL, reason: SQL): SQL {
  return sql`SELECT ${batch.countryCode}::text AS code
    FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
    WHERE ${hasAppOf(run, shard, day)} AND ${mayLeave(run)} AND ${isSinceQueued(run, shard, day)}
    GROUP BY ${batch.countryCode} HAVING bool_or(${reason}) AND NOT bool_or(${isReliedOn(run, { batch, shard }, day)})`;
}

/** Returns whether the run is a scheduled one of an app that was synced before. */
function mayLeave(run: ReliantRun): SQL {
  return sql`(${run.purpose} = 'tracked'
    AND EXISTS (SELECT 1 FROM ${apps} app WHERE ${app.id} = ${run.appId} AND ${app.lastSyncedAt} IS NOT NULL))`;
}

type PlannedRun = ReliantRun & Run<"identityCountry" | "completedItems">;

/** A run that is planned, and the keys of the items that are periodic refreshes. */
type Planned = { readonly run: PlannedRun; readonly periodic: Columns<"keys">; readonly now: Date };

/**
 * Returns, as JSON, the storefronts in which a run need not request the metrics of its app: batches have read them, and
 * their stars are not refreshed; or the sweep reads them later.
 */
export function sweptStorefronts({ run, periodic, now }: Planned): SQL {
  const day = sql`${utcDay(now)}::date`;
  return sql`coalesce((
    SELECT json_agg(code) FROM (
      SELECT ${batch.countryCode}::text AS code
      FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
      WHERE ${hasAppOf(run, shard, day)} AND ${isReadFor(run, day)}
        AND ${batch.countryCode} NOT IN (${storefrontsForStars({ run, periodic, now })})
      UNION ${storefrontsReadLater(run, day)}) swept), '[]')`;
}

/**
 * Returns, as JSON, the storefronts of which batches have read the metrics, and whose stars are refreshed.
 */
export function storefrontsWithDueStars({ run, periodic, now }: Planned): SQL {
  const day = sql`${utcDay(now)}::date`;
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

/**
 * Returns a query for the storefronts that a run reads again for their stars: those of its periodic refresh and, when a
 * user waits for it, the one of its identity.
 */
function storefrontsForStars({ run, periodic, now }: Planned): SQL {
  return sql`
    SELECT ${metrics.countryCode}::text FROM ${appMetrics} metrics
    WHERE ${areStarsDue(run, now)} AND ${isPrimary(run)} AND ${run.purpose} = 'on_demand'
    UNION ALL SELECT unnest(${periodic.keys})`;
}

/**
 * Returns an array of the storefronts whose stars a scheduled run reads: that of its identity and a limited number of
 * others.
 */
export function periodicStars({ run, now }: Omit<Planned, "periodic">, othersMax: number): SQL {
  const isPeriodic = sql`${areStarsDue(run, now)} AND ${run.purpose} = 'tracked'`;
  return sql`ARRAY(
    SELECT ${metrics.countryCode}::text FROM ${appMetrics} metrics WHERE ${isPeriodic} AND ${isPrimary(run)}
    UNION ALL (
      SELECT ${metrics.countryCode}::text FROM ${appMetrics} metrics WHERE ${isPeriodic} AND NOT ${isPrimary(run)}
        AND ${metrics.countryCode}::text NOT IN ${storefrontsReadLater(run, sql`${utcDay(now)}::date`)}
      ORDER BY ${metrics.starsObservedAt} NULLS FIRST, ${metrics.ratingCount} DESC, ${metrics.countryCode}
      LIMIT greatest(0, ${othersMax}::int - cardinality(${run.completedItems}))))`;
}

/** Returns whether a storefront's stars of the app of a run no longer fit its ratings, or are old. */
function areStarsDue(run: PlannedRun, now: Date): SQL {
  const ageMax = sql`CASE WHEN ${metrics.countryCode} = ${run.identityCountry} THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} END`;
  const movedBy = sql`abs(${metrics.ratingCount} - ${metrics.starsRatingCount})`;
  return sql`${metrics.appId} = ${run.appId} AND ${metrics.isAvailable} AND ${metrics.ratingCount} > 0
    AND coalesce(${metrics.starsObservedAt} < ${toInstant(now)} - ${ageMax}
      OR ${movedBy} >= greatest(${movedMin}, ${movedShare}::float8 * ${metrics.starsRatingCount}), true)`;
}
