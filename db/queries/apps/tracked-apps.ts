import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import type { StoreApp } from "../../../lib/domain/platform.ts";

import { apps } from "../../schema/apps.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { type Placeholders, statement, unixTime } from "../../statement.ts";
import { followTurn } from "./follow-turn.ts";

const a = alias(apps, "a");
const t = alias(trackedApps, "t");
const mine = alias(trackedApps, "mine");
const c = alias(appCompetitors, "c");

/** Returns a FROM item: the apps `a` that a user tracks by the rows `t`. */
export function trackedAppsOf(userId: SQLWrapper): SQL {
  return sql`${trackedApps} t JOIN ${apps} a ON ${a.id} = ${t.appId} AND ${t.userId} = ${userId}`;
}

/** Whether the app `a` is on the platform, where one is given. */
export function isOnPlatform(platform: SQLWrapper): SQL {
  return sql`(${platform}::text IS NULL OR ${a.platform} = ${platform})`;
}

/** Whether a user tracks an app. */
export function isTrackedBy(userId: SQLWrapper, appId: SQLWrapper): SQL {
  return sql`EXISTS (SELECT 1 FROM ${trackedApps} mine WHERE ${mine.userId} = ${userId} AND ${mine.appId} = ${appId})`;
}

const referenceSchema = () =>
  z.object({
    id: z.int(),
    /** Unix time. */
    lastSyncedAt: z.number().nullable(),
  });
export type AppReference = Readonly<z.infer<ReturnType<typeof referenceSchema>>>;

const reference = sql`${apps.id}, ${unixTime(apps.lastSyncedAt)} AS "lastSyncedAt"`;

export const findAppReference = statement({
  name: "find_app_reference",
  effect: "reads",
  returns: "first",
  row: referenceSchema,
  sql: ({ platform, externalId }: Placeholders<StoreApp>) => sql`
    SELECT ${reference} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}`,
});

type NewTrackedApp = StoreApp & {
  readonly userId: number;
  /** Apps that the user may follow. */
  readonly followedMax: number;
};

/** Makes a user track a known app, once, unless they follow too many. Returns undefined when the app is unknown. */
export const insertTrackedApp = statement({
  name: "track_app",
  effect: "writes",
  returns: "first",
  row: () => referenceSchema().extend({ hasRoom: z.boolean() }),
  sql: ({ platform, externalId, userId, followedMax }: Placeholders<NewTrackedApp>) => sql`
    WITH app AS (
      SELECT ${reference} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}
    ),
    turn AS MATERIALIZED (
      SELECT app.*, turn.has_room
      FROM app CROSS JOIN LATERAL (${followTurn(userId, sql`ARRAY[app.id]`, followedMax)}) turn
    ),
    tracked AS (
      INSERT INTO ${trackedApps} (user_id, app_id) SELECT ${userId}, id FROM turn WHERE has_room
      ON CONFLICT (user_id, app_id) DO NOTHING
    )
    SELECT id, "lastSyncedAt", has_room AS "hasRoom" FROM turn`,
});

/** Ends a user's tracking of an app, with the competitors that they defined for it. Returns whether the app is known. */
export const deleteTrackedApp = statement({
  name: "untrack_app",
  effect: "writes",
  returns: "any",
  sql: ({ platform, externalId, userId }: Placeholders<StoreApp & { userId: number }>) => sql`
    WITH app AS (
      SELECT ${apps.id} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}
    ),
    untracked AS (
      DELETE FROM ${trackedApps} t USING app WHERE ${t.userId} = ${userId} AND ${t.appId} = app.id
    ),
    links AS (
      DELETE FROM ${appCompetitors} c USING app WHERE ${c.userId} = ${userId} AND ${c.appId} = app.id
    )
    SELECT id FROM app`,
});
