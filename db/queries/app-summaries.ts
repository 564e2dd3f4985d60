import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { appMetrics } from "../schema/app-metrics.ts";
import { appVersions } from "../schema/app-versions.ts";
import { apps } from "../schema/apps.ts";
import { publishers } from "../schema/publishers.ts";
import { storeCategories } from "../schema/store-categories.ts";
import { trackedApps } from "../schema/tracked-apps.ts";
import { patternContaining } from "./like-pattern.ts";
import { preparedOnce } from "./prepared-once.ts";

/** An app as lists show it, to one user. */
export type AppSummary = Awaited<ReturnType<typeof findAppSummaries>>[number];

type TrackedFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  /** Part of the name or of the store's id, in any case; every character stands for itself. */
  readonly search: string | null;
};

/** A user's tracked apps, newest tracked first, and how many there are in all. */
export async function listTrackedApps(db: Db, input: TrackedFilter & { limit: number; offset: number }) {
  const { userId, platform, search, limit, offset } = input;
  const filter = { userId, platform, pattern: search === null ? null : patternContaining(search) };
  const [rows, counts] = await Promise.all([
    trackedPrepared(db).execute({ ...filter, limit, offset }),
    trackedCountPrepared(db).execute(filter),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

/** Those of a publisher that a user tracks, newest tracked first. */
export function listTrackedAppsOfPublisher(db: Db, input: { userId: number; publisherId: number; limit: number }) {
  return trackedOfPublisherPrepared(db).execute(input);
}

/** The apps of these ids, in no order that a caller may rely on. */
export function findAppSummaries(db: Db, input: { readonly userId: number; readonly appIds: readonly number[] }) {
  return summariesPrepared(db).execute({ userId: input.userId, appIds: `{${input.appIds.join(",")}}` });
}

export function trackedAppsQuery(db: Db) {
  return selectSummaries(db, trackedPageOf(db));
}

function trackedPageOf(db: Db) {
  return db
    .select({ appId: listed(trackedApps.appId), since: listedSince(trackedApps.createdAt) })
    .from(trackedApps)
    .innerJoin(apps, eq(apps.id, trackedApps.appId))
    .where(isTrackedAndWanted)
    .orderBy(desc(trackedApps.createdAt), desc(trackedApps.appId))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .as("page");
}

const trackedPrepared = preparedOnce((db) => trackedAppsQuery(db).prepare("list_tracked_apps"));

export function trackedAppsOfPublisherQuery(db: Db) {
  const page = db
    .select({ appId: listed(trackedApps.appId), since: listedSince(trackedApps.createdAt) })
    .from(trackedApps)
    .innerJoin(apps, eq(apps.id, trackedApps.appId))
    .where(and(eq(trackedApps.userId, sql.placeholder("userId")), eq(apps.publisherId, sql.placeholder("publisherId"))))
    .orderBy(desc(trackedApps.createdAt), desc(trackedApps.appId))
    .limit(sql.placeholder("limit"))
    .as("page");
  return selectSummaries(db, page);
}

const trackedOfPublisherPrepared = preparedOnce((db) =>
  trackedAppsOfPublisherQuery(db).prepare("list_tracked_apps_of_publisher"),
);

const trackedCountPrepared = preparedOnce((db) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(trackedApps)
    .innerJoin(apps, eq(apps.id, trackedApps.appId))
    .where(isTrackedAndWanted)
    .prepare("count_tracked_apps"),
);

const summariesPrepared = preparedOnce((db) => {
  const page = db
    .select({ appId: listed(apps.id), since: listedSince(apps.createdAt) })
    .from(apps)
    .where(sql`${apps.id} = ANY(${sql.placeholder("appIds")}::int[])`)
    .as("page");
  return selectSummaries(db, page).prepare("find_app_summaries");
});

type Page = ReturnType<typeof trackedPageOf>;

/** The page is cut before anything is joined to it: what lists show of an app is worked out for one page alone. */
function selectSummaries(db: Db, page: Page) {
  const rating = ratingOverStorefronts(db);
  return db
    .select({
      id: apps.id,
      platform: apps.platform,
      externalId: apps.externalId,
      displayName: apps.name,
      iconUrl: apps.iconUrl,
      isAvailable: apps.isAvailable,
      createdAt: apps.createdAt,
      lastSyncedAt: apps.lastSyncedAt,
      version: appVersions.version,
      rating: rating.rating,
      ratingCount: rating.ratingCount,
      isTracked: isTrackedBy(sql.placeholder("userId")),
      publisher: {
        id: publishers.id,
        name: publishers.name,
        externalId: publishers.externalId,
        platform: publishers.platform,
      },
      category: { id: storeCategories.id, name: storeCategories.name, slug: storeCategories.slug },
    })
    .from(page)
    .innerJoin(apps, eq(apps.id, page.appId))
    .leftJoin(publishers, eq(publishers.id, apps.publisherId))
    .leftJoin(storeCategories, eq(storeCategories.id, apps.categoryId))
    .leftJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .leftJoinLateral(rating, sql`true`)
    .orderBy(desc(page.since), desc(page.appId));
}

const listed = (appId: AnyPgColumn) => sql<number>`${appId}`.as("listed_app_id");
const listedSince = (instant: AnyPgColumn) => sql<string>`${instant}`.as("listed_since");

export function isTrackedBy(userId: ReturnType<typeof sql.placeholder>): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM tracked_apps mine WHERE mine.user_id = ${userId} AND mine.app_id = ${apps.id})`;
}

/**
 * Over all storefronts, weighted by their number of ratings. Where metrics are global one row holds measures, so the
 * same sum serves both platforms.
 */
export function ratingOverStorefronts(db: Db) {
  const { rating, ratingCount, fileSizeBytes } = appMetrics;
  const rated = sql`FILTER (WHERE ${rating} IS NOT NULL)`;
  return db
    .select({
      rating: sql<
        number | null
      >`round(sum(${rating} * ${ratingCount}) / nullif(sum(${ratingCount}) ${rated}, 0), 2)::float8`.as("rating"),
      ratingCount: sql<number | null>`sum(${ratingCount})::float8`.as("rating_count"),
      fileSizeBytes: sql<number | null>`max(${fileSizeBytes})::float8`.as("known_file_size_bytes"),
    })
    .from(appMetrics)
    .where(eq(appMetrics.appId, apps.id))
    .as("storefronts");
}

const isTrackedAndWanted = and(
  eq(trackedApps.userId, sql.placeholder("userId")),
  sql`(${sql.placeholder("platform")}::text IS NULL OR ${apps.platform} = ${sql.placeholder("platform")})`,
  sql`(${sql.placeholder("pattern")}::text IS NULL OR ${apps.name} ILIKE ${sql.placeholder("pattern")}
       OR ${apps.externalId} ILIKE ${sql.placeholder("pattern")})`,
);
