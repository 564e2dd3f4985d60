import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { starsRules } from "../../lib/domain/stars.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/sync-pace.ts";
import { appMetrics } from "../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../schema/sweeps.ts";
import { appsFound } from "./confirm-missing-apps.ts";
import { isUnavailableThere } from "./metric-observations.ts";
import { toInstant } from "./run-update.ts";

const b = alias(sweepBatches, "b");
const m = alias(appMetrics, "m");
const s = alias(sweepShards, "s");

/** The batches of a day that an app, the column `app_id` of a row, is in. */
function batchesOf(row: SQL, day: SQL): SQL {
  return sql`${sweepShards} s
    JOIN ${sweepBatches} b ON ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.kind} = 'metrics'
      AND ${b.shard} = ${s.shard}
    LEFT JOIN ${appMetrics} m ON ${m.appId} = ${row}.app_id AND ${m.countryCode} = ${b.countryCode}
    WHERE ${s.day} = ${day} AND ${s.appIds} @> ARRAY[${row}.app_id] AND ${b.outcome} = 'stored'`;
}

/** Whether an app `c` was missing in a batch, and whether the batch found any other. */
export const isMissing = sql`c.app_id = ANY (${b.missingAppIds})`;
export const someFound = sql`EXISTS (${appsFound(s.appIds, b)})`;

/**
 * Returns, as JSON, the storefronts in which a run need not request the metrics of its app, `c`. A run that a user
 * requested relies on what was read since then, and a scheduled one on what was read that day. An app that was missing
 * waits for the confirmation, unless nothing was found in its batch.
 */
export function sweptStorefronts(now: Date): SQL {
  return sql`coalesce((
    SELECT json_agg(${b.countryCode}) FROM ${batchesOf(sql`c`, sql`${utcDay(now)}::date`)}
      AND c.app_id <> ALL (${b.failedAppIds})
      AND CASE WHEN ${isMissing} THEN ${someFound} ELSE NOT ${areStarsDue(now)} END AND ${isRecent}), '[]')`;
}

/** Returns, as JSON, the storefronts of which the same is true but for the stars of the app, which are due. */
export function storefrontsWithDueStars(now: Date): SQL {
  return sql`coalesce((
    SELECT json_agg(json_build_object('key', ${b.countryCode}, 'country', ${b.countryCode}, 'ratingCount', ${m.ratingCount})
      ORDER BY ${b.countryCode})
    FROM ${batchesOf(sql`c`, sql`${utcDay(now)}::date`)}
      AND c.app_id <> ALL (${b.failedAppIds}) AND NOT ${isMissing} AND ${areStarsDue(now)}
      AND ${m.ratingCount} IS NOT NULL AND ${isRecent}), '[]')`;
}

const isRecent = sql`(c.purpose = 'tracked'
  OR ${b.storedAt} >= c.queued_at - make_interval(secs => ${COOLDOWN_SECONDS}))`;

/** Returns a query for the storefronts in which the app of a scheduled `run` is missing and not confirmed. */
export function undecidedStorefronts(day: SQL): SQL {
  return sql`SELECT ${b.countryCode}::text FROM ${batchesOf(sql`run`, day)}
    AND run.purpose = 'tracked' AND run.app_id = ANY (${b.missingAppIds})
    AND NOT coalesce(${isUnavailableThere(m)}, false)`;
}

export const age = (days: number) => sql`make_interval(days => ${days})`.inlineParams();
const { primaryDays, otherDays, movedShare, movedMin } = starsRules;

/** Whether a storefront's stars no longer fit its ratings, or are old. `c` is the run. */
function areStarsDue(now: Date): SQL {
  const ageMax = sql`CASE WHEN ${m.countryCode} = c.identity_country THEN ${age(primaryDays)} ELSE ${age(otherDays)} END`;
  const movedBy = sql`abs(${m.ratingCount} - ${m.starsRatingCount})`;
  return sql`(${m.isAvailable} AND coalesce(${m.starsObservedAt} < ${toInstant(now)} - ${ageMax}
    OR ${movedBy} >= greatest(${movedMin}, ${movedShare}::float8 * ${m.starsRatingCount}), true))`;
}
