import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

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
import type { Columns } from "../../statement.ts";
import { isPending } from "../fetches/fetch-states.ts";
import type { Run } from "../runs/run-conditions.ts";
import { hasAppOf, isOfShard, isSinceQueued, type ReliantRun } from "./relied-batches.ts";
import { age, isMissing } from "./swept-storefronts.ts";

const batch = alias(sweepBatches, "batch");
const followed = alias(followedApps, "followed");
const metrics = alias(appMetrics, "metrics");
const page = alias(appPageReads, "page");
const shard = alias(sweepShards, "shard");

type Planned = {
  readonly platform: Platform;
  readonly now: SQL;
  /** The UTC date of now. */
  readonly day: SQL;
  readonly run: ReliantRun & Run<"identityCountry" | "startedAt">;
  readonly app: Columns<"currentVersionId" | "originCountryCode">;
};

/** Returns languages whose page need not be read: it is recent and of the same version, and a sweep reads the texts. */
export function unchangedPages({ periodic, ...planned }: Planned & { readonly periodic: Columns<"keys"> }): SQL {
  const { run } = planned;
  return sql`coalesce((
    SELECT json_agg(${page.locale}) FROM ${appPageReads} page WHERE ${mayBeShown(run)} AND ${run.purpose} = 'tracked'
      AND (NOT ${isDue(planned)} OR (${mayBeLeft(planned)} AND ${page.locale} <> ALL (${periodic.keys})))
      AND (${areTextsOfDay(planned, isReadOrMissing(run))} OR ${areTextsReadLater(planned)})), '[]')`;
}

/**
 * Returns languages whose page is read only if tokens are left: the oldest of those due by age, and changed ones after
 * a long wait.
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
 * Returns languages whose texts a sweep has read and whose page is due. A user's run also takes texts of the day
 * before, while the version has not changed, since texts change only with a version.
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

function mayBeShown(run: Run<"appId">): SQL {
  return sql`${page.appId} = ${run.appId} AND NOT EXISTS (SELECT 1 FROM ${appMetrics} metrics
    WHERE ${metrics.appId} = ${run.appId} AND ${metrics.countryCode} = ${page.countryCode}
      AND NOT ${metrics.isAvailable})`;
}

export function hasChanged(page: Columns<"changedAt" | "versionId">, app: Columns<"currentVersionId">): SQL {
  return sql`(${page.changedAt} IS NOT NULL OR ${page.versionId} IS DISTINCT FROM ${app.currentVersionId})`;
}

function isDue({ app, now, platform, run }: Planned): SQL {
  const { primaryDays, otherDays } = pageRules[platform];
  const ageMax = sql`CASE WHEN ${page.countryCode} = ${run.identityCountry} THEN ${age(primaryDays)}
    ELSE ${age(otherDays)} * ${partOfDays(run.appId, page.locale)} END`;
  return sql`(${hasChanged(page, app)} OR ${page.readAt} <= ${now} - ${ageMax})`;
}

/** Returns a different part of the days for each page, from half to all, which spreads the reads. */
export function partOfDays(appId: SQLWrapper, locale: SQLWrapper): SQL {
  return sql`((1 + ${spreadOf(sql`${appId} || ${locale}`)}) / 2)`;
}

/** Returns true if the run has waited long for tokens, or an app whose own page is late needs its place. */
export function leavesOthers({
  now,
  platform,
  run,
}: Pick<Planned, "now" | "platform"> & { run: Run<"startedAt"> }): SQL {
  const hasWaited = sql`${run.startedAt} <= ${now} - make_interval(hours => ${CHANGED_PAGES_WAIT_HOURS})`;
  return platformFacts[platform].hasStorefrontApps ? hasWaited : sql`(${hasWaited} OR ${isOwnPageLate(platform, now)})`;
}

function isOwnPageLate(platform: Platform, now: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${followedApps} followed WHERE ${followed.platform} = ${platform}
    AND ${followed.triedAt} > '-infinity' AND ${followed.triedAt} < ${now} - ${age(OWN_PAGE_LATE_DAYS)})`;
}

function mayBeLeft({ app, ...leaving }: Planned): SQL {
  return sql`(${page.countryCode} IS DISTINCT FROM ${leaving.run.identityCountry}
    AND (NOT ${hasChanged(page, app)} OR ${leavesOthers(leaving)}))`;
}

function areTextsOfDay(planned: Planned, isDone: SQL): SQL {
  return platformFacts[planned.platform].hasStorefrontApps ? textsAreRead(planned, isDone) : sql`true`;
}

/** Returns true if storefronts are rotated out and no batch in the language is due first or has ended. */
function areTextsReadLater({ day, platform, run }: Planned): SQL {
  if (!platformFacts[platform].hasStorefrontApps) return sql`false`;
  return sql`coalesce((
    SELECT bool_or(${shard.rotatedOutCountryCodes} <> '{}') AND NOT bool_or(EXISTS (
      SELECT 1 FROM ${sweepBatches} batch
      WHERE ${isOfPage} AND (NOT ${batch.rotates} OR NOT ${isPending(batch)})))
    FROM ${sweepShards} shard
    WHERE ${hasAppOf(run, shard, day)} AND ${isSinceQueued(run, shard, day)}
      AND ${shard.platform} = ${platform}), false)`;
}

const isOfPage = sql`${isOfShard(batch, shard)} AND ${batch.countryCode} = ${page.countryCode}
  AND ${batch.locale} = ${page.locale}`;

function hasTexts(run: Run<"appId">): SQL {
  return sql`${run.appId} <> ALL (${batch.textlessAppIds})`;
}

function isRead(run: Run<"appId">): SQL {
  return sql`NOT ${isMissing(run, batch)} AND ${hasTexts(run)}`;
}

function isReadOrMissing(run: Run<"appId">): SQL {
  return sql`CASE WHEN ${isMissing(run, batch)} THEN ${someFound} ELSE ${hasTexts(run)} END`;
}

/** If a batch found other apps but missed this one, its texts are compared the day after. */
const someFound = sql`EXISTS (
  SELECT 1 FROM unnest(${shard.appIds}) AS id
  JOIN ${appMetrics} metrics ON ${metrics.appId} = id AND ${metrics.countryCode} = ${batch.countryCode}
    AND ${metrics.isAvailable}
  WHERE id <> ALL (${batch.missingAppIds}) AND id <> ALL (${batch.failedAppIds}))`;

/** Returns true also for batches of the day before, for a user's run or a scheduled one queued then. */
function textsAreRead({ day, platform, run }: Planned, isDone: SQL): SQL {
  return sql`EXISTS (
    SELECT 1 FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${isOfPage}
    WHERE ${hasAppOf(run, shard, day)} AND (${run.purpose} <> 'tracked' OR ${isSinceQueued(run, shard, day)})
      AND ${shard.platform} = ${platform}
      AND ${batch.outcome} = 'stored' AND ${run.appId} <> ALL (${batch.failedAppIds}) AND ${isDone})`;
}
