import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { pageRules } from "../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import { starsRules } from "../../lib/domain/stars.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/sync-pace.ts";
import { apps } from "../schema/apps.ts";
import { appPageReads } from "../schema/listings.ts";
import { appMetrics } from "../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../schema/sweeps.ts";
import { appsFound } from "./confirm-missing-apps.ts";
import { isUnavailableThere } from "./metric-observations.ts";
import { toInstant } from "./run-update.ts";

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");
const s = alias(sweepShards, "s");

/** The batches of a day that an app, the column `app_id` of a row, is in. */
function batchesOf(row: SQL, day: SQL): SQL {
  return sql`${sweepShards} s
    JOIN ${sweepBatches} b ON ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.kind} = 'metrics'
      AND ${b.shard} = ${s.shard}
    LEFT JOIN ${appMetrics} m ON ${m.appId} = ${row}.app_id AND ${m.countryCode} = ${b.countryCode}
    WHERE ${s.day} = ${day} AND ${s.appIds} @> ARRAY[${row}.app_id] AND ${b.outcome} = 'stored'`;
}

const q = alias(sweepBatches, "q");

const isMissing = sql`c.app_id = ANY (${b.missingAppIds})`;
/** Whether the storefront of a batch `b` of the shard `s` waits for the confirmation of the app. Metrics alone have one. */
const awaitsConfirmation = sql`EXISTS (
  SELECT 1 FROM ${sweepBatches} q
  WHERE ${q.day} = ${b.day} AND ${q.platform} = ${b.platform} AND ${q.kind} = 'metrics' AND ${q.shard} = ${b.shard}
    AND ${q.countryCode} = ${b.countryCode} AND c.app_id = ANY (${q.missingAppIds}) AND EXISTS (${appsFound(s.appIds, q)}))`;
const someFound = sql`EXISTS (${appsFound(s.appIds, b)})`;

/**
 * Returns, as JSON, the storefronts in which a run need not request the metrics of its app, `c`. A run that a user
 * requested relies on what was read since then, and a scheduled one on what was read that day. An app that was missing
 * waits for the confirmation, unless nothing was found in its batch.
 */
export function sweptStorefronts(now: Date): SQL {
  return sql`coalesce((
    SELECT json_agg(${b.countryCode}) FROM ${batchesOf(sql`c`, sql`${utcDay(now)}::date`)}
      AND c.app_id <> ALL (${b.failedAppIds})
      AND CASE WHEN ${isMissing} THEN ${someFound} ELSE NOT ${areStarsDue(now)} END
      AND (c.purpose = 'tracked' OR ${b.storedAt} >= c.queued_at - make_interval(secs => ${COOLDOWN_SECONDS}))), '[]')`;
}

/**
 * Returns, as JSON, the languages whose page a scheduled run need not read of its app, `c` beside `a`: it was read not
 * long ago, of the same version, and nothing has shown a change; its storefront has the app; and where there are
 * sweeps, the day's has read the texts.
 */
export function unchangedPages(platform: Platform, now: Date): SQL {
  const { primaryDays, otherDays } = pageRules[platform];
  const part = sql`(1 + (abs(hashtext(c.app_id || ${p.locale})) % 1000) / 1000.0) / 2`;
  const ageMax = sql`CASE WHEN ${p.countryCode} = c.identity_country THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} * ${part} END`;
  const textsAreRead = sql`EXISTS (
    SELECT 1 FROM ${sweepShards} s
    JOIN ${sweepBatches} b ON ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.kind} <> 'confirm'
      AND ${b.shard} = ${s.shard} AND ${b.countryCode} = ${p.countryCode} AND ${b.locale} = ${p.locale}
    WHERE ${s.day} = ${utcDay(now)}::date AND ${s.platform} = ${platform} AND ${s.appIds} @> ARRAY[c.app_id]
      AND ${b.outcome} = 'stored' AND c.app_id <> ALL (${b.failedAppIds})
      AND (c.app_id <> ALL (${b.textlessAppIds} || ${b.missingAppIds}) OR ${awaitsConfirmation}))`;
  return sql`coalesce((
    SELECT json_agg(${p.locale}) FROM ${appPageReads} p
    WHERE ${p.appId} = c.app_id AND c.purpose = 'tracked' AND ${p.changedAt} IS NULL
      AND ${p.versionId} IS NOT DISTINCT FROM ${a.currentVersionId} AND ${p.readAt} > ${toInstant(now)} - ${ageMax}
      AND ${platformFacts[platform].hasStorefrontApps ? textsAreRead : sql`true`}
      AND NOT EXISTS (SELECT 1 FROM ${appMetrics} m
        WHERE ${m.appId} = c.app_id AND ${m.countryCode} = ${p.countryCode} AND NOT ${m.isAvailable})), '[]')`;
}

/** Returns a query for the storefronts in which the app of a scheduled `run` is missing and not confirmed. */
export function undecidedStorefronts(day: SQL): SQL {
  return sql`SELECT ${b.countryCode}::text FROM ${batchesOf(sql`run`, day)}
    AND run.purpose = 'tracked' AND run.app_id = ANY (${b.missingAppIds})
    AND NOT coalesce(${isUnavailableThere(m)}, false)`;
}

const age = (days: number) => sql`make_interval(days => ${days})`.inlineParams();
const { primaryDays, otherDays, movedShare, movedMin } = starsRules;

/** Whether a storefront's stars no longer fit its ratings, or are old. `c` is the run. */
function areStarsDue(now: Date): SQL {
  const ageMax = sql`CASE WHEN ${m.countryCode} = c.identity_country THEN ${age(primaryDays)} ELSE ${age(otherDays)} END`;
  const movedBy = sql`abs(${m.ratingCount} - ${m.starsRatingCount})`;
  return sql`(${m.isAvailable} AND coalesce(${m.starsObservedAt} < ${toInstant(now)} - ${ageMax}
    OR ${movedBy} >= greatest(${movedMin}, ${movedShare}::float8 * ${m.starsRatingCount}), true))`;
}
