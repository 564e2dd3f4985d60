import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { pageRules } from "../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import { apps } from "../schema/apps.ts";
import { appPageReads } from "../schema/listings.ts";
import { appMetrics } from "../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../schema/sweeps.ts";
import { toInstant } from "./run-update.ts";
import { age, isMissing, someFound } from "./swept-storefronts.ts";

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");
const s = alias(sweepShards, "s");

/**
 * Returns, as JSON, the languages whose page a scheduled run need not read of its app, `c` beside `a`: it was read not
 * long ago, of the same version, and nothing has shown a change; its storefront has the app; and where there are
 * sweeps, the day's has read the texts.
 */
export function unchangedPages(platform: Platform, now: Date): SQL {
  const areTextsRead = platformFacts[platform].hasStorefrontApps
    ? textsAreRead(platform, now, sql`CASE WHEN ${isMissing} THEN ${someFound} ELSE ${hasTexts} END`)
    : sql`true`;
  return sql`coalesce((
    SELECT json_agg(${p.locale}) FROM ${pagesOfApp} AND ${isUnchanged(platform, now)} AND ${areTextsRead}), '[]')`;
}

/** Returns, as JSON, the languages of which the day's sweep has read the texts, and whose page is due. */
export function duePages(platform: Platform, now: Date): SQL {
  return sql`coalesce((
    SELECT json_agg(json_build_object('key', ${p.locale}, 'country', ${p.countryCode}, 'ratingCount', NULL)
      ORDER BY ${p.locale})
    FROM ${pagesOfApp} AND NOT ${isUnchanged(platform, now)}
      AND ${textsAreRead(platform, now, sql`NOT ${isMissing} AND ${hasTexts}`)}), '[]')`;
}

/** The pages of the app of a scheduled run that its storefronts have shown and that may still be there. */
const pagesOfApp = sql`${appPageReads} p
    WHERE ${p.appId} = c.app_id AND c.purpose = 'tracked' AND NOT EXISTS (SELECT 1 FROM ${appMetrics} m
      WHERE ${m.appId} = c.app_id AND ${m.countryCode} = ${p.countryCode} AND NOT ${m.isAvailable})`;

/** Whether nothing shows that a page has changed since it was read, not long ago. */
function isUnchanged(platform: Platform, now: Date): SQL {
  const { primaryDays, otherDays } = pageRules[platform];
  const part = sql`(1 + (abs(hashtext(c.app_id || ${p.locale})) % 1000) / 1000.0) / 2`;
  const ageMax = sql`CASE WHEN ${p.countryCode} = c.identity_country THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} * ${part} END`;
  return sql`(${p.changedAt} IS NULL AND ${p.versionId} IS NOT DISTINCT FROM ${a.currentVersionId}
    AND ${p.readAt} > ${toInstant(now)} - ${ageMax})`;
}

const hasTexts = sql`c.app_id <> ALL (${b.textlessAppIds})`;

/** Whether a batch of the day has read the texts of a page's language in its storefront, as far as `isDone` requires. */
function textsAreRead(platform: Platform, now: Date, isDone: SQL): SQL {
  return sql`EXISTS (
    SELECT 1 FROM ${sweepShards} s
    JOIN ${sweepBatches} b ON ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.kind} <> 'confirm'
      AND ${b.shard} = ${s.shard} AND ${b.countryCode} = ${p.countryCode} AND ${b.locale} = ${p.locale}
    WHERE ${s.day} = ${utcDay(now)}::date AND ${s.platform} = ${platform} AND ${s.appIds} @> ARRAY[c.app_id]
      AND ${b.outcome} = 'stored' AND c.app_id <> ALL (${b.failedAppIds}) AND ${isDone})`;
}
