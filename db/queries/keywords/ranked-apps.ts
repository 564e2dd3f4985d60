import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { COMPETITORS_MAX } from "../../../lib/domain/competitor.ts";
import { projection, type RowOf, type TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { columns, columnsOf, jsonObject } from "../../statement.ts";
import { shownName } from "../apps/tracked-apps.ts";
import { storeIdOf } from "../searches/store-ids.ts";

const link = alias(appCompetitors, "link");
const own = alias(apps, "own");
const mine = alias(trackedApps, "mine");
const rival = alias(apps, "rival");

const rankedApp = (row: TableColumns<typeof apps>) =>
  projection({
    id: row.id,
    platform: row.platform,
    external_id: row.externalId,
    name: shownName(row),
    icon_url: row.iconUrl,
  });

const shownApp = rankedApp(own);
export const rankedAppsSchema = () => z.array(shownApp.row());
export type RankedApp = RowOf<typeof shownApp>;

/** Returns a JSON array of rows of `comparedApps`. */
export function rankedApps(rows: SQL): SQL {
  const row = columnsOf("ranked", ["id", "platform", "external_id", "name", "icon_url"]);
  return sql`(SELECT coalesce(json_agg(${jsonObject(row)} ORDER BY ranked.place), '[]') FROM ${rows} ranked)`;
}

type AppOfUser = Record<"platform" | "externalId" | "userId", SQLWrapper>;

/** Returns a query for the id and the `store_id` of an app that the user tracks. */
export function rankedAppOf({ platform, externalId, userId }: AppOfUser): SQL {
  return sql`
    SELECT ${own.id}, ${storeIdOf(own)} AS store_id
    FROM ${trackedApps} mine JOIN ${apps} own ON ${own.id} = ${mine.appId}
    WHERE ${mine.userId} = ${userId} AND ${own.platform} = ${platform} AND ${own.externalId} = ${externalId}`;
}

/**
 * Returns a query for an app that the user tracks, at place 0, and its competitors in the same store, each with its
 * `store_id`. `appIds` is an array of those that are wanted; null stands for all.
 */
export function comparedApps({ platform, externalId, userId, appIds }: AppOfUser & { readonly appIds: SQLWrapper }) {
  const isNamed = sql`${mine.userId} = ${userId}
    AND ${own.platform} = ${platform} AND ${own.externalId} = ${externalId}`;
  const ofRival = rankedApp(rival);
  return sql`
    SELECT ${shownApp.columns}, ${columns({ store_id: storeIdOf(own), place: sql`0::bigint` })}
    FROM ${trackedApps} mine JOIN ${apps} own ON ${own.id} = ${mine.appId} WHERE ${isNamed}
    UNION ALL (
      SELECT ${ofRival.columns}, ${columns({
        store_id: storeIdOf(rival),
        place: sql`row_number() OVER (ORDER BY ${link.createdAt}, ${link.id})`,
      })}
      FROM ${trackedApps} mine JOIN ${apps} own ON ${own.id} = ${mine.appId}
      JOIN ${appCompetitors} link ON ${link.userId} = ${mine.userId} AND ${link.appId} = ${own.id}
      JOIN ${apps} rival ON ${rival.id} = ${link.competitorAppId} AND ${rival.platform} = ${own.platform}
      WHERE ${isNamed} AND (${appIds}::int[] IS NULL OR ${link.competitorAppId} = ANY (${appIds}::int[]))
      ORDER BY ${link.createdAt}, ${link.id} LIMIT ${COMPETITORS_MAX}
    )`;
}
