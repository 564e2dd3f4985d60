import { and, desc, eq, sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { appVersions } from "../schema/app-versions.ts";
import { apps } from "../schema/apps.ts";
import { publishers } from "../schema/publishers.ts";
import { storeCategories } from "../schema/store-categories.ts";
import { isTrackedBy, ratingOverStorefronts } from "./app-summaries.ts";
import { preparedOnce } from "./prepared-once.ts";

export type AppDetails = NonNullable<Awaited<ReturnType<typeof findAppDetails>>>;
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export const VERSIONS_MAX = 50;

export type StoreApp = { readonly platform: Platform; readonly externalId: string };

export async function findAppDetails(db: Db, input: StoreApp & { readonly userId: number }) {
  const [row] = await detailsPrepared(db).execute(input);
  return row;
}

/** Newest first. */
export function listVersions(db: Db, appId: number) {
  return versionsPrepared(db).execute({ appId });
}

const detailsPrepared = preparedOnce((db) => {
  const rating = ratingOverStorefronts(db);
  return db
    .select({
      id: apps.id,
      platform: apps.platform,
      externalId: apps.externalId,
      displayName: apps.name,
      iconUrl: apps.iconUrl,
      originCountryCode: apps.originCountryCode,
      supportedLocales: apps.supportedLocales,
      originalReleaseDate: apps.originalReleaseDate,
      isFree: apps.isFree,
      isAvailable: apps.isAvailable,
      unavailableCountries: apps.unavailableCountries,
      createdAt: apps.createdAt,
      lastSyncedAt: apps.lastSyncedAt,
      version: appVersions.version,
      fileSizeBytes: sql<number | null>`coalesce(${appVersions.fileSizeBytes}::float8, ${rating.fileSizeBytes})`,
      rating: rating.rating,
      ratingCount: rating.ratingCount,
      isTracked: isTrackedBy(sql.placeholder("userId")),
      publisher: {
        id: publishers.id,
        name: publishers.name,
        externalId: publishers.externalId,
        platform: publishers.platform,
        url: publishers.url,
      },
      category: { id: storeCategories.id, name: storeCategories.name, slug: storeCategories.slug },
    })
    .from(apps)
    .leftJoin(publishers, eq(publishers.id, apps.publisherId))
    .leftJoin(storeCategories, eq(storeCategories.id, apps.categoryId))
    .leftJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .leftJoinLateral(rating, sql`true`)
    .where(and(eq(apps.platform, sql.placeholder("platform")), eq(apps.externalId, sql.placeholder("externalId"))))
    .prepare("find_app_details");
});

const versionsPrepared = preparedOnce((db) =>
  db
    .select({
      id: appVersions.id,
      version: appVersions.version,
      releasedAt: appVersions.releasedAt,
      whatsNew: appVersions.whatsNew,
      fileSizeBytes: appVersions.fileSizeBytes,
      createdAt: appVersions.createdAt,
    })
    .from(appVersions)
    .where(eq(appVersions.appId, sql.placeholder("appId")))
    .orderBy(desc(appVersions.id))
    .limit(VERSIONS_MAX)
    .prepare("list_versions"),
);
