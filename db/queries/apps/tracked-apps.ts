import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { type Columns, type Placeholders, statement } from "../../statement.ts";

export const app = alias(apps, "app");
export const tracked = alias(trackedApps, "tracked");
const mine = alias(trackedApps, "mine");
const c = alias(appCompetitors, "c");

/** Returns a FROM item with the apps `app` that a user tracks and their rows `tracked`. */
export function trackedAppsOf(userId: SQLWrapper): SQL {
  return sql`${trackedApps} tracked JOIN ${apps} app ON ${app.id} = ${tracked.appId} AND ${tracked.userId} = ${userId}`;
}

/** Returns the app's external id until a name is known. */
export function shownName({ name, externalId }: Columns<"name" | "externalId">) {
  return shown(sql`coalesce(${name}, ${externalId})`, () => z.string());
}

export function isOnPlatform({ platform }: Columns<"platform">, wanted: SQLWrapper): SQL {
  return sql`(${wanted}::text IS NULL OR ${platform} = ${wanted})`;
}

export function isTrackedBy(userId: SQLWrapper, appId: SQLWrapper): SQL {
  return sql`EXISTS (SELECT 1 FROM ${trackedApps} mine WHERE ${mine.userId} = ${userId} AND ${mine.appId} = ${appId})`;
}

/** Returns true for an app that the user tracks or has as a competitor. */
export function isFollowedBy(userId: SQLWrapper, appId: SQLWrapper): SQL {
  return sql`(${isTrackedBy(userId, appId)} OR EXISTS (
    SELECT 1 FROM ${appCompetitors} c WHERE ${c.userId} = ${userId} AND ${c.competitorAppId} = ${appId}))`;
}

/**
 * Returns a query that waits for the user's lock, and for how many apps the user begins to follow, `added`. `apps` is an
 * array of ids, also of followed apps.
 */
export function lockFollowedApps(userId: SQLWrapper, apps: SQL, followedMax: SQLWrapper): SQL {
  return sql`
    SELECT added, added = 0 OR followed + added <= ${followedMax}::int AS has_room
    FROM lock_followed_apps(${userId}::int, ${apps})`;
}

const reference = projection({ id: apps.id, last_synced_at: apps.lastSyncedAt });
export type AppReference = RowOf<typeof reference>;

export const findAppReference = statement({
  name: "find_app_reference",
  effect: "reads",
  returns: "first",
  row: reference.row,
  sql: ({ platform, externalId }: Placeholders<StoreApp>) => sql`
    SELECT ${reference.columns} FROM ${apps}
    WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}`,
});

type NewTrackedApp = StoreApp & {
  readonly userId: number;
  readonly followedMax: number;
};

/** Returns undefined if the app is unknown. */
export const insertTrackedApp = statement({
  name: "insert_tracked_app",
  effect: "writes",
  returns: "first",
  row: () => reference.row().extend({ has_room: z.boolean() }),
  sql: ({ platform, externalId, userId, followedMax }: Placeholders<NewTrackedApp>) => sql`
    WITH app AS (
      SELECT ${reference.columns} FROM ${apps}
      WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}
    ),
    locked AS MATERIALIZED (
      SELECT app.*, locked.has_room
      FROM app CROSS JOIN LATERAL (${lockFollowedApps(userId, sql`ARRAY[app.id]`, followedMax)}) locked
    ),
    tracked AS (
      INSERT INTO ${trackedApps} (user_id, app_id) SELECT ${userId}, id FROM locked WHERE has_room
      ON CONFLICT (user_id, app_id) DO NOTHING
    )
    SELECT * FROM locked`,
});

export const deleteTrackedApp = statement({
  name: "delete_tracked_app",
  effect: "writes",
  returns: "any",
  sql: ({ platform, externalId, userId }: Placeholders<StoreApp & { userId: number }>) => sql`
    WITH app AS (
      SELECT ${apps.id} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}
    ),
    untracked AS (
      DELETE FROM ${trackedApps} tracked USING app WHERE ${tracked.userId} = ${userId} AND ${tracked.appId} = app.id
    ),
    links AS (
      DELETE FROM ${appCompetitors} c USING app WHERE ${c.userId} = ${userId} AND ${c.appId} = app.id
    )
    SELECT id FROM app`,
});
