import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { starsRules } from "../../../lib/domain/stars.ts";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { apps } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { toInstant } from "../../statement.ts";
import { isOpen } from "../fetches/fetch-states.ts";
import { isLeaseFree } from "../fetches/leases.ts";

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const counted = alias(sweepShards, "counted");
const m = alias(appMetrics, "m");
const s = alias(sweepShards, "s");

/** Batches of metrics `b` and their shards `s`, of a day or the one before, that the app of the row `run` is in. */
export function batchesOf(run: SQL, day: SQL): SQL {
  return sql`${sweepShards} s
    JOIN ${sweepBatches} b ON ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.kind} = 'metrics'
      AND ${b.shard} = ${s.shard}
    LEFT JOIN ${appMetrics} m ON ${m.appId} = ${run}.app_id AND ${m.countryCode} = ${b.countryCode}
    WHERE ${s.day} BETWEEN ${day} - 1 AND ${day} AND ${s.appIds} @> ARRAY[${run}.app_id]`;
}

/**
 * Whether the run relies on the batch `b`. A run that a user requested relies on what was stored since then, and a
 * scheduled one on the sweeps from the day on which it was queued: past midnight it need not read everything alone.
 * What an express shard has stored counts past midnight, too.
 */
export function isReliedOn(run: SQL, day: SQL): SQL {
  return sql`(${b.outcome} IS NOT DISTINCT FROM 'stored' AND (${run}.purpose = 'tracked' AND ${isSinceQueued(run, day)}
    OR (${s.day} = ${day} OR ${s.isExpress})
      AND ${b.storedAt} >= ${run}.queued_at - make_interval(secs => ${COOLDOWN_SECONDS})))`;
}

/**
 * Whether the shard `s` is of the one day whose sweep a scheduled run relies on: the newest day since the run was
 * queued whose shard is counted, else the current day. So no value of the day before replaces that of a failed
 * storefront.
 */
export function isSinceQueued(run: SQL, day: SQL): SQL {
  const queuedOn = sql`coalesce(${run}.queued_on, (${run}.queued_at AT TIME ZONE 'UTC')::date)`;
  return sql`${s.day} = coalesce((
    SELECT max(${counted.day}) FROM ${sweepShards} counted
    WHERE ${counted.day} BETWEEN greatest(${queuedOn}, ${day} - 1) AND ${day} AND ${counted.foldedAt} IS NOT NULL
      AND NOT ${counted.isOwn} AND ${counted.appIds} @> ARRAY[${run}.app_id]), ${day})`;
}

/** Returns a query for the day whose metrics the run shows: the day of the newest sweep that the run relies on. */
export function measuredDay(run: SQL, day: SQL): SQL {
  return sql`SELECT coalesce(max(${s.day}), ${day}) FROM ${batchesOf(run, day)} AND ${isReliedOn(run, day)}`;
}

/** Returns a query for storefronts for which the run relies only on batches of days before `measured`. */
export function measuredBefore(run: SQL, day: SQL, measured: SQL): SQL {
  return sql`SELECT ${b.countryCode}::text FROM ${batchesOf(run, day)} AND ${isReliedOn(run, day)}
    GROUP BY ${b.countryCode} HAVING max(${s.day}) < ${measured}`;
}

/** True when a batch has missed an app, `c`, and nothing has shown that it is absent. */
export const isMissing = sql`c.app_id = ANY (${b.missingAppIds})`;

/** True when the batch `b` decides about the app of the run `c` in its storefront, and the run relies on it. */
function isReadFor(day: SQL): SQL {
  return sql`(${isReliedOn(sql`c`, day)} AND c.app_id <> ALL (${b.failedAppIds}) AND NOT ${isMissing})`;
}

/**
 * Whether the batch `b` has failed: it has ended without a read, or it will be tried again after a failed attempt. Its
 * first attempt has not failed while it is under way.
 */
const hasFailed = sql`(${b.outcome} IN ('failed', 'missed')
  OR ${isOpen(b)} AND (${b.attempts} > CASE WHEN ${isLeaseFree(b)} THEN 0 ELSE 1 END OR ${b.timesThrottled} > 0))`;

/**
 * Returns a query for the storefronts that a scheduled run leaves to the next sweep, because no batch of its day could
 * read them. The first sync of an app leaves no storefront.
 */
export function unreadStorefronts(run: SQL, day: SQL): SQL {
  return sql`SELECT ${b.countryCode}::text AS code FROM ${batchesOf(run, day)}
    AND ${mayLeave(run)} AND ${isSinceQueued(run, day)}
    GROUP BY ${b.countryCode} HAVING bool_or(${hasFailed}) AND NOT bool_or(${isReliedOn(run, day)})`;
}

/**
 * Returns a query for the storefronts whose turn is on another day, or comes later on the day whose sweep a scheduled run
 * relies on. The run leaves them to the sweep; the first sync of an app leaves none.
 */
export function storefrontsInLaterTurns(run: SQL, day: SQL): SQL {
  return sql`(${storefrontsOutOfTurn(run, day)} UNION SELECT code FROM (${storefrontsYetToCome(run, day)}) yet)`;
}

/** Returns a query for those whose turn is on another day, unless something else has read them for the run. */
export function storefrontsOutOfTurn(run: SQL, day: SQL): SQL {
  return sql`(
    SELECT unnest(${s.outOfTurnCountryCodes}) AS code FROM ${sweepShards} s
    WHERE ${s.day} BETWEEN ${day} - 1 AND ${day} AND ${s.appIds} @> ARRAY[${run}.app_id]
      AND ${mayLeave(run)} AND ${isSinceQueued(run, day)}
    EXCEPT SELECT ${b.countryCode}::text FROM ${batchesOf(run, day)} AND ${isReliedOn(run, day)})`;
}

function storefrontsYetToCome(run: SQL, day: SQL): SQL {
  return sql`
    SELECT ${b.countryCode}::text AS code FROM ${batchesOf(run, day)} AND ${mayLeave(run)} AND ${isSinceQueued(run, day)}
    GROUP BY ${b.countryCode}
    HAVING bool_or(${b.rotates} AND ${isOpen(b)}) AND NOT bool_or(${isReliedOn(run, day)})`;
}

/** Whether the run is a scheduled one of an app that was synced before. */
function mayLeave(run: SQL): SQL {
  return sql`(${run}.purpose = 'tracked'
    AND EXISTS (SELECT 1 FROM ${apps} a WHERE ${a.id} = ${run}.app_id AND ${a.lastSyncedAt} IS NOT NULL))`;
}

/**
 * Returns, as JSON, the storefronts in which a run need not request the metrics of its app, `c`: batches have read
 * them, and it is not their turn to show their stars; or they have their turn later.
 */
export function sweptStorefronts(now: Date): SQL {
  const day = sql`${utcDay(now)}::date`;
  return sql`coalesce((
    SELECT json_agg(code) FROM (
      SELECT ${b.countryCode}::text AS code FROM ${batchesOf(sql`c`, day)} AND ${isReadFor(day)}
        AND ${b.countryCode} NOT IN (${storefrontsForStars(now)})
      UNION ${storefrontsInLaterTurns(sql`c`, day)}) swept), '[]')`;
}

/**
 * Returns, as JSON, the storefronts of which batches have read the metrics, and whose turn it is to show their stars.
 */
export function storefrontsWithDueStars(now: Date): SQL {
  const day = sql`${utcDay(now)}::date`;
  return sql`coalesce((
    SELECT json_agg(json_build_object('key', country_code, 'country', country_code, 'ratingCount', rating_count)
      ORDER BY country_code)
    FROM (
      SELECT DISTINCT ${b.countryCode}, ${m.ratingCount} FROM ${batchesOf(sql`c`, day)}
        AND ${isReadFor(day)}) looked
    WHERE country_code IN (${storefrontsForStars(now)})), '[]')`;
}

export const age = (days: number) => sql`make_interval(days => ${days})`.inlineParams();
const { primaryDays, otherDays, movedShare, movedMin } = starsRules;

const isPrimary = sql`${m.countryCode} IS NOT DISTINCT FROM c.identity_country`;

/**
 * Returns a query for the storefronts that a run, `c`, reads again for their stars: those of its `turn` and, when a
 * user waits for it, the one of its identity.
 */
function storefrontsForStars(now: Date): SQL {
  return sql`${dueStars(now)} AND ${isPrimary} AND c.purpose = 'on_demand' UNION ALL SELECT unnest(turn.keys)`;
}

/**
 * Returns an array of the storefronts whose stars a scheduled run `c` reads: that of its identity and a limited number
 * of others.
 */
export function starsInTurn(now: Date, othersMax: number): SQL {
  const isScheduled = sql`c.purpose = 'tracked'`;
  return sql`ARRAY(${dueStars(now)} AND ${isPrimary} AND ${isScheduled}
    UNION ALL (${dueStars(now)} AND NOT ${isPrimary} AND ${isScheduled}
      AND ${m.countryCode}::text NOT IN ${storefrontsInLaterTurns(sql`c`, sql`${utcDay(now)}::date`)}
      ORDER BY ${m.starsObservedAt} NULLS FIRST, ${m.ratingCount} DESC, ${m.countryCode}
      LIMIT greatest(0, ${othersMax}::int - cardinality(c.completed_items))))`;
}

function dueStars(now: Date): SQL {
  return sql`
    SELECT ${m.countryCode}::text FROM ${appMetrics} m WHERE ${m.appId} = c.app_id AND ${areStarsDue(now)}`;
}

/** Whether a storefront's stars no longer fit its ratings, or are old. `c` is the run. */
function areStarsDue(now: Date): SQL {
  const ageMax = sql`CASE WHEN ${m.countryCode} = c.identity_country THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} END`;
  const movedBy = sql`abs(${m.ratingCount} - ${m.starsRatingCount})`;
  return sql`(${m.isAvailable} AND ${m.ratingCount} > 0
    AND coalesce(${m.starsObservedAt} < ${toInstant(now)} - ${ageMax}
      OR ${movedBy} >= greatest(${movedMin}, ${movedShare}::float8 * ${m.starsRatingCount}), true))`;
}
