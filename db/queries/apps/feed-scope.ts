import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { projection, shown, type TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { shownName } from "./tracked-apps.ts";

/** The apps whose changes and events a user sees. */

const t = alias(trackedApps, "t");
const own = alias(apps, "own");
const link = alias(appCompetitors, "link");
const parent = alias(trackedApps, "parent");

export function trackedAppIds(userId: number | SQLWrapper): SQL {
  return sql`SELECT ${t.appId} FROM ${trackedApps} t WHERE ${t.userId} = ${userId}`;
}

/** The publishers of the apps that a user tracks. What these add to a store is news for the user. */
export function trackedPublisherIds(userId: number | SQLWrapper): SQL {
  return sql`
    SELECT DISTINCT ${own.publisherId} FROM ${trackedApps} t JOIN ${apps} own ON ${own.id} = ${t.appId}
    WHERE ${t.userId} = ${userId} AND ${own.publisherId} IS NOT NULL`;
}

export function competitorIds(userId: number | SQLWrapper): SQL {
  return sql`
    SELECT DISTINCT ${link.competitorAppId} AS app_id FROM ${appCompetitors} link
    JOIN ${trackedApps} parent ON ${parent.userId} = ${link.userId} AND ${parent.appId} = ${link.appId}
    WHERE ${link.userId} = ${userId}`;
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
