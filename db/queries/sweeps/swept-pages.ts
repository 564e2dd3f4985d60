import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import {
  CHANGED_PAGES_WAIT_HOURS,
  inTurnPerRun,
  OWN_PAGE_LATE_DAYS,
  pageRules,
} from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { identityBatch } from "../../../lib/domain/storefront-sweep.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { followedApps } from "../../schema/tracking.ts";
import { toInstant } from "../../statement.ts";
import { isOpen } from "../fetches/fetch-states.ts";
import { age, isMissing, isSinceQueued } from "./swept-storefronts.ts";

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const f = alias(followedApps, "f");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");
const s = alias(sweepShards, "s");

/**
 * Returns, as JSON, the languages whose page a scheduled run need not read of its app, `c` beside `a`: it was read not
 * long ago, of the same version, and nothing has shown a change, or it is the turn of others; its storefront has the
 * app; and where there are sweeps, the day's has read the texts, or they have their turn later.
 */
export function unchangedPages(platform: Platform, now: Date): SQL {
  const isDone = sql`CASE WHEN ${isMissing} THEN ${someFound} ELSE ${hasTexts} END`;
  return sql`coalesce((
    SELECT json_agg(${p.locale}) FROM ${pagesOfApp}
      AND (NOT ${isDue(platform, now)} OR (${mayBeLeft(platform, now)} AND ${p.locale} <> ALL (turn.keys)))
      AND (${areTextsOfDay(platform, now, isDone)} OR ${haveLaterTurn(platform, now)})), '[]')`;
}

/**
 * Returns an array of the languages whose page a scheduled run reads only as far as others leave tokens: the oldest of
 * those that are due by age alone, and changed ones when the run has waited long. Where metrics are global, the turns
 * are those of storefronts, and pages are read with them.
 */
export function pagesInTurn(platform: Platform, now: Date): SQL {
  const comesRound = platformFacts[platform].hasGlobalMetrics ? hasChanged : sql`true`;
  return sql`ARRAY(
    SELECT ${p.locale} FROM ${pagesOfApp} AND ${isDue(platform, now)} AND ${mayBeLeft(platform, now)} AND ${comesRound}
      AND ${areTextsOfDay(platform, now, sql`NOT ${isMissing} AND ${hasTexts}`)}
    ORDER BY ${p.readAt}, ${p.locale} LIMIT ${inTurnPerRun[platform]})`;
}

/**
 * Returns, as JSON, the languages of which a sweep has read the texts, and whose page is to be read: by a scheduled run
 * those that are due, of the day's sweep. A run that a user requested reads all, and takes the texts of a sweep, of
 * that day or the one before, while the app has the version that the page has shown: no text changes without another
 * one.
 */
export function duePages(platform: Platform, now: Date): SQL {
  const areTextsRead = textsAreRead(platform, now, sql`NOT ${isMissing} AND ${hasTexts}`);
  return sql`coalesce((
    SELECT json_agg(json_build_object('key', ${p.locale}, 'country', ${p.countryCode}, 'ratingCount', NULL)
      ORDER BY ${p.locale})
    FROM ${readPages} AND ${areTextsRead} AND CASE c.purpose WHEN 'tracked' THEN ${isDue(platform, now)}
      ELSE ${p.versionId} = ${a.currentVersionId} END), '[]')`;
}

/**
 * Returns, as JSON, the storefront in which the day's sweep has read the identity of the app with its texts; else an
 * empty list.
 */
export function sweptIdentity(platform: Platform, now: Date): SQL {
  const { countryCode, locale } = identityBatch;
  return sql`coalesce((
    SELECT json_agg(${p.countryCode}) FROM ${pagesOfApp}
      AND ${p.countryCode} = ${countryCode} AND ${p.locale} = ${locale} AND ${a.originCountryCode} = ${countryCode}
      AND ${textsAreRead(platform, now, sql`NOT ${isMissing} AND ${hasTexts}`)}), '[]')`;
}

/** The pages of the app of a run that its storefronts have shown and that may still be there. */
const readPages = sql`${appPageReads} p
    WHERE ${p.appId} = c.app_id AND NOT EXISTS (SELECT 1 FROM ${appMetrics} m
      WHERE ${m.appId} = c.app_id AND ${m.countryCode} = ${p.countryCode} AND NOT ${m.isAvailable})`;

/** Those of a scheduled run. */
const pagesOfApp = sql`${readPages} AND c.purpose = 'tracked'`;

/** Whether something shows that a page has changed since it was read. */
export const hasChanged = sql`(${p.changedAt} IS NOT NULL OR ${p.versionId} IS DISTINCT FROM ${a.currentVersionId})`;

/** Whether a page has changed, or was read long ago. */
function isDue(platform: Platform, now: Date): SQL {
  const { primaryDays, otherDays } = pageRules[platform];
  const part = sql`(1 + ((hashtext(c.app_id || ${p.locale}) & 2147483647) % 1000) / 1000.0) / 2`;
  const ageMax = sql`CASE WHEN ${p.countryCode} = c.identity_country THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} * ${part} END`;
  return sql`(${hasChanged} OR ${p.readAt} <= ${toInstant(now)} - ${ageMax})`;
}

/**
 * Whether a run leaves the changed pages of other storefronts to the next run where it finds no tokens: it has waited long
 * for some, or its place is wanted for an app whose own page is late.
 */
export function leavesOthers(platform: Platform, now: Date): SQL {
  const hasWaited = sql`c.started_at <= ${toInstant(now)} - make_interval(hours => ${CHANGED_PAGES_WAIT_HOURS})`;
  return platformFacts[platform].hasStorefrontApps ? hasWaited : sql`(${hasWaited} OR ${isOwnPageLate(platform, now)})`;
}

/** Whether the followed app of the store that was tried longest ago waits for its own page. */
function isOwnPageLate(platform: Platform, now: Date): SQL {
  return sql`EXISTS (SELECT 1 FROM ${followedApps} f WHERE ${f.platform} = ${platform}
    AND ${f.triedAt} > '-infinity' AND ${f.triedAt} < ${toInstant(now)} - ${age(OWN_PAGE_LATE_DAYS)})`;
}

/** Whether a page that is due may be left to the next run, which reads it when others leave tokens. */
function mayBeLeft(platform: Platform, now: Date): SQL {
  return sql`(${p.countryCode} IS DISTINCT FROM c.identity_country
    AND (NOT ${hasChanged} OR ${leavesOthers(platform, now)}))`;
}

/** Whether the day's sweep has read the texts of a page, as far as `isDone` requires; true where there is none. */
function areTextsOfDay(platform: Platform, now: Date, isDone: SQL): SQL {
  return platformFacts[platform].hasStorefrontApps ? textsAreRead(platform, now, isDone) : sql`true`;
}

/**
 * Whether the texts of a page have their turn on another day, or later on the day whose sweep the run relies on: the
 * shard names storefronts whose turn it is not, and no batch of the app in that language is due with the first ones or
 * has ended.
 */
function haveLaterTurn(platform: Platform, now: Date): SQL {
  if (!platformFacts[platform].hasStorefrontApps) return sql`false`;
  const day = sql`${utcDay(now)}::date`;
  return sql`coalesce((
    SELECT bool_or(${s.outOfTurnCountryCodes} <> '{}') AND NOT bool_or(EXISTS (
      SELECT 1 FROM ${sweepBatches} b
      WHERE ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.shard} = ${s.shard}
        AND ${b.countryCode} = ${p.countryCode} AND ${b.locale} = ${p.locale} AND (NOT ${b.rotates} OR NOT ${isOpen(b)})))
    FROM ${sweepShards} s
    WHERE ${s.day} BETWEEN ${day} - 1 AND ${day} AND ${isSinceQueued(sql`c`, day)}
      AND ${s.platform} = ${platform} AND ${s.appIds} @> ARRAY[c.app_id]), false)`;
}

const hasTexts = sql`c.app_id <> ALL (${b.textlessAppIds})`;

/** True when a batch that has missed an app has found others. Its texts are then compared the day after. */
const someFound = sql`EXISTS (
  SELECT 1 FROM unnest(${s.appIds}) AS id
  JOIN ${appMetrics} m ON ${m.appId} = id AND ${m.countryCode} = ${b.countryCode} AND ${m.isAvailable}
  WHERE id <> ALL (${b.missingAppIds}) AND id <> ALL (${b.failedAppIds}))`;

/**
 * Whether a batch of the day has read the texts of a page's language in its storefront, as far as `isDone` requires, or
 * one of the day before: for a run that a user requested, and for a scheduled one that was queued then.
 */
function textsAreRead(platform: Platform, now: Date, isDone: SQL): SQL {
  const day = sql`${utcDay(now)}::date`;
  return sql`EXISTS (
    SELECT 1 FROM ${sweepShards} s
    JOIN ${sweepBatches} b ON ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.shard} = ${s.shard}
      AND ${b.countryCode} = ${p.countryCode} AND ${b.locale} = ${p.locale}
    WHERE ${s.day} BETWEEN ${day} - 1 AND ${day} AND (c.purpose <> 'tracked' OR ${isSinceQueued(sql`c`, day)})
      AND ${s.platform} = ${platform} AND ${s.appIds} @> ARRAY[c.app_id]
      AND ${b.outcome} = 'stored' AND c.app_id <> ALL (${b.failedAppIds}) AND ${isDone})`;
}
