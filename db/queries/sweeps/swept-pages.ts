import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import {
  CHANGED_PAGES_WAIT_HOURS,
  OWN_PAGE_LATE_DAYS,
  pageRules,
  periodicPerRun,
} from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { identityBatch } from "../../../lib/domain/storefront-sweep.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { followedApps } from "../../schema/tracking.ts";
import { spreadOf } from "../../spread.ts";
import { type Columns, toInstant } from "../../statement.ts";
import { isPending } from "../fetches/fetch-states.ts";
import type { Run } from "../runs/run-conditions.ts";
import { hasAppOf, isOfShard, isSinceQueued, type ReliantRun } from "./relied-batches.ts";
import { age, isMissing } from "./swept-storefronts.ts";

const batch = alias(sweepBatches, "batch");
const followed = alias(followedApps, "followed");
const metrics = alias(appMetrics, "metrics");
const page = alias(appPageReads, "page");
const shard = alias(sweepShards, "shard");

/** A run that is planned, and its app. */
type Planned = {
  readonly platform: Platform;
  readonly now: Date;
  readonly run: ReliantRun & Run<"identityCountry" | "startedAt">;
  readonly app: Columns<"currentVersionId" | "originCountryCode">;
};

/**
 * Returns, as JSON, the languages whose page a scheduled run need not read of its app: it was read not long ago, of the
 * same version, and nothing has shown a change, or others are refreshed before it; its storefront has the app; and
 * where there are sweeps, the day's has read the texts, or it reads them later.
 */
export function unchangedPages({ periodic, ...planned }: Planned & { readonly periodic: Columns<"keys"> }): SQL {
  const { run } = planned;
  return sql`coalesce((
    SELECT json_agg(${page.locale}) FROM ${appPageReads} page WHERE ${mayBeShown(run)} AND ${run.purpose} = 'tracked'
      AND (NOT ${isDue(planned)} OR (${mayBeLeft(planned)} AND ${page.locale} <> ALL (${periodic.keys})))
      AND (${areTextsOfDay(planned, isReadOrMissing(run))} OR ${areTextsReadLater(planned)})), '[]')`;
}

/**
 * Returns an array of the languages whose page a scheduled run reads only as far as others leave tokens: the oldest of
 * those that are due by age alone, and changed ones when the run has waited long. Where metrics are global, the
 * refreshes are those of storefronts, and pages are read with them.
 */
export function periodicPages(planned: Planned): SQL {
  const { app, platform, run } = planned;
  const isPeriodic = platformFacts[platform].hasGlobalMetrics ? hasChanged(page, app) : sql`true`;
  return sql`ARRAY(
    SELECT ${page.locale} FROM ${appPageReads} page WHERE ${mayBeShown(run)} AND ${run.purpose} = 'tracked'
      AND ${isDue(planned)} AND ${mayBeLeft(planned)} AND ${isPeriodic} AND ${areTextsOfDay(planned, isRead(run))}
    ORDER BY ${page.readAt}, ${page.locale} LIMIT ${periodicPerRun[platform]})`;
}

/**
 * Returns, as JSON, the languages of which a sweep has read the texts, and whose page is to be read: by a scheduled run
 * those that are due, of the day's sweep. A run that a user requested reads all, and takes the texts of a sweep, of
 * that day or the one before, while the app has the version that the page has shown: no text changes without another
 * one.
 */
export function duePages(planned: Planned): SQL {
  const { app, run } = planned;
  return sql`coalesce((
    SELECT json_agg(json_build_object('key', ${page.locale}, 'country', ${page.countryCode}, 'rating_count', NULL)
      ORDER BY ${page.locale})
    FROM ${appPageReads} page WHERE ${mayBeShown(run)} AND ${textsAreRead(planned, isRead(run))}
      AND CASE ${run.purpose} WHEN 'tracked' THEN ${isDue(planned)}
        ELSE ${page.versionId} = ${app.currentVersionId} END), '[]')`;
}

/**
 * Returns, as JSON, the storefront in which the day's sweep has read the identity of the app with its texts; else an
 * empty list.
 */
export function sweptIdentity(planned: Planned): SQL {
  const { app, run } = planned;
  const { countryCode, locale } = identityBatch;
  return sql`coalesce((
    SELECT json_agg(${page.countryCode}) FROM ${appPageReads} page
    WHERE ${mayBeShown(run)} AND ${run.purpose} = 'tracked'
      AND ${page.countryCode} = ${countryCode} AND ${page.locale} = ${locale}
      AND ${app.originCountryCode} = ${countryCode}
      AND ${textsAreRead(planned, isRead(run))}), '[]')`;
}

/** Returns whether the page is one of the app of a run that its storefront has shown and that may still be there. */
function mayBeShown(run: Run<"appId">): SQL {
  return sql`${page.appId} = ${run.appId} AND NOT EXISTS (SELECT 1 FROM ${appMetrics} metrics
    WHERE ${metrics.appId} = ${run.appId} AND ${metrics.countryCode} = ${page.countryCode}
      AND NOT ${metrics.isAvailable})`;
}

/** Returns whether something shows that a page of an app has changed since it was read. */
export function hasChanged(page: Columns<"changedAt" | "versionId">, app: Columns<"currentVersionId">): SQL {
  return sql`(${page.changedAt} IS NOT NULL OR ${page.versionId} IS DISTINCT FROM ${app.currentVersionId})`;
}

/** Returns whether the page has changed, or was read long ago. */
function isDue({ app, now, platform, run }: Planned): SQL {
  const { primaryDays, otherDays } = pageRules[platform];
  const ageMax = sql`CASE WHEN ${page.countryCode} = ${run.identityCountry} THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} * ${partOfDays(run.appId, page.locale)} END`;
  return sql`(${hasChanged(page, app)} OR ${page.readAt} <= ${toInstant(now)} - ${ageMax})`;
}

/** Returns the part of its days, from half to all of them, after which a page of another storefront is read again. */
export function partOfDays(appId: SQLWrapper, locale: SQLWrapper): SQL {
  return sql`((1 + ${spreadOf(sql`${appId} || ${locale}`)}) / 2)`;
}

/**
 * Returns whether a run leaves the changed pages of other storefronts to the next run where it finds no tokens: it has
 * waited long for some, or its place is wanted for an app whose own page is late.
 */
export function leavesOthers({
  now,
  platform,
  run,
}: Pick<Planned, "now" | "platform"> & { run: Run<"startedAt"> }): SQL {
  const hasWaited = sql`${run.startedAt} <= ${toInstant(now)} - make_interval(hours => ${CHANGED_PAGES_WAIT_HOURS})`;
  return platformFacts[platform].hasStorefrontApps ? hasWaited : sql`(${hasWaited} OR ${isOwnPageLate(platform, now)})`;
}

/** Returns whether the followed app of the store that was tried longest ago waits for its own page. */
function isOwnPageLate(platform: Platform, now: Date): SQL {
  return sql`EXISTS (SELECT 1 FROM ${followedApps} followed WHERE ${followed.platform} = ${platform}
    AND ${followed.triedAt} > '-infinity' AND ${followed.triedAt} < ${toInstant(now)} - ${age(OWN_PAGE_LATE_DAYS)})`;
}

/** Returns whether the page, which is due, may be left to the next run, which reads it when others leave tokens. */
function mayBeLeft({ app, ...leaving }: Planned): SQL {
  return sql`(${page.countryCode} IS DISTINCT FROM ${leaving.run.identityCountry}
    AND (NOT ${hasChanged(page, app)} OR ${leavesOthers(leaving)}))`;
}

/**
 * Returns whether the day's sweep has read the texts of the page, as far as `isDone` requires; true where there is
 * none.
 */
function areTextsOfDay(planned: Planned, isDone: SQL): SQL {
  return platformFacts[planned.platform].hasStorefrontApps ? textsAreRead(planned, isDone) : sql`true`;
}

/**
 * Returns whether the texts of the page are read on another day, or later on the day whose sweep the run relies
 * on: the shard names storefronts that are rotated out, and no batch of the app in that language is due with the first
 * ones or has ended.
 */
function areTextsReadLater({ now, platform, run }: Planned): SQL {
  if (!platformFacts[platform].hasStorefrontApps) return sql`false`;
  const day = sql`${utcDay(now)}::date`;
  return sql`coalesce((
    SELECT bool_or(${shard.rotatedOutCountryCodes} <> '{}') AND NOT bool_or(EXISTS (
      SELECT 1 FROM ${sweepBatches} batch
      WHERE ${isOfPage} AND (NOT ${batch.rotates} OR NOT ${isPending(batch)})))
    FROM ${sweepShards} shard
    WHERE ${hasAppOf(run, shard, day)} AND ${isSinceQueued(run, shard, day)}
      AND ${shard.platform} = ${platform}), false)`;
}

/** Says whether the batch of the shard reads the texts of the page. */
const isOfPage = sql`${isOfShard(batch, shard)} AND ${batch.countryCode} = ${page.countryCode}
  AND ${batch.locale} = ${page.locale}`;

/** Returns whether the batch has read texts of the app of a run. */
function hasTexts(run: Run<"appId">): SQL {
  return sql`${run.appId} <> ALL (${batch.textlessAppIds})`;
}

function isRead(run: Run<"appId">): SQL {
  return sql`NOT ${isMissing(run, batch)} AND ${hasTexts(run)}`;
}

function isReadOrMissing(run: Run<"appId">): SQL {
  return sql`CASE WHEN ${isMissing(run, batch)} THEN ${someFound} ELSE ${hasTexts(run)} END`;
}

/** True when a batch that has missed an app has found others. Its texts are then compared the day after. */
const someFound = sql`EXISTS (
  SELECT 1 FROM unnest(${shard.appIds}) AS id
  JOIN ${appMetrics} metrics ON ${metrics.appId} = id AND ${metrics.countryCode} = ${batch.countryCode}
    AND ${metrics.isAvailable}
  WHERE id <> ALL (${batch.missingAppIds}) AND id <> ALL (${batch.failedAppIds}))`;

/**
 * Returns whether a batch of the day has read the texts of the page's language in its storefront, as far as `isDone`
 * requires, or one of the day before: for a run that a user requested, and for a scheduled one that was queued then.
 */
function textsAreRead({ now, platform, run }: Planned, isDone: SQL): SQL {
  const day = sql`${utcDay(now)}::date`;
  return sql`EXISTS (
    SELECT 1 FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${isOfPage}
    WHERE ${hasAppOf(run, shard, day)} AND (${run.purpose} <> 'tracked' OR ${isSinceQueued(run, shard, day)})
      AND ${shard.platform} = ${platform}
      AND ${batch.outcome} = 'stored' AND ${run.appId} <> ALL (${batch.failedAppIds}) AND ${isDone})`;
}
