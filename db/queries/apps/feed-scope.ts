import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { projection, shown, type TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { idArray } from "../../statement.ts";
import { taggedAppIds } from "./tags.ts";
import { shownName } from "./tracked-apps.ts";

/** The apps whose changes and events a user sees. */

const t = alias(trackedApps, "t");
const own = alias(apps, "own");
const link = alias(appCompetitors, "link");
const parent = alias(trackedApps, "parent");

type TagIds = readonly number[] | null;

/** With tags, only apps that have at least one of them. */
export function trackedAppIds(userId: number | SQLWrapper, tagIds: TagIds = null): SQL {
  return sql`
    SELECT ${t.appId} FROM ${trackedApps} t WHERE ${t.userId} = ${userId} ${andTagged(userId, tagIds, [t.appId])}`;
}

/** The publishers of the apps that a user tracks. What these add to a store is news for the user. */
export function trackedPublisherIds(userId: number | SQLWrapper, tagIds: TagIds = null): SQL {
  return sql`
    SELECT DISTINCT ${own.publisherId} FROM ${trackedApps} t JOIN ${apps} own ON ${own.id} = ${t.appId}
    WHERE ${t.userId} = ${userId} AND ${own.publisherId} IS NOT NULL ${andTagged(userId, tagIds, [t.appId])}`;
}

/** With tags, only competitors that have one of them, and those of tracked apps that do. */
export function competitorIds(userId: number | SQLWrapper, tagIds: TagIds = null): SQL {
  return sql`
    SELECT DISTINCT ${link.competitorAppId} AS app_id FROM ${appCompetitors} link
    JOIN ${trackedApps} parent ON ${parent.userId} = ${link.userId} AND ${parent.appId} = ${link.appId}
    WHERE ${link.userId} = ${userId} ${andTagged(userId, tagIds, [link.competitorAppId, link.appId])}`;
}

function andTagged(userId: number | SQLWrapper, tagIds: TagIds, appIds: readonly SQLWrapper[]): SQL {
  if (tagIds === null) return sql``;
  const tagged = taggedAppIds(userId, idArray(tagIds));
  return sql`AND (${sql.join(
    appIds.map((appId) => sql`${appId} IN (${tagged})`),
    sql` OR `,
  )})`;
}

export function appShownTo(userId: number | SQLWrapper, app: TableColumns<typeof apps>) {
  const { json, row } = projection({
    id: app.id,
    name: shownName(app),
    platform: app.platform,
    external_id: app.externalId,
    icon_url: app.iconUrl,
    is_tracked: shown(sql`${app.id} IN (${trackedAppIds(userId)})`, () => z.boolean()),
    is_competitor: shown(sql`${app.id} IN (${competitorIds(userId)})`, () => z.boolean()),
  });
  return shown(json, row);
}
