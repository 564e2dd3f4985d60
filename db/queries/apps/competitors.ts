import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { COMPETITORS_MAX, type CompetitorRelationship } from "../../../lib/domain/competitor.ts";
import type { Platform, StoreApp } from "../../../lib/domain/platform.ts";
import { projection, type RowOf, shown, type TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { summaryOf } from "./app-columns.ts";
import { app, lockFollowedApps } from "./tracked-apps.ts";

const link = alias(appCompetitors, "link");
const parent = alias(apps, "parent");

export const linkOf = ({ id, appId, competitorAppId, relationship, createdAt }: TableColumns<typeof appCompetitors>) =>
  projection({ id, app_id: appId, competitor_app_id: competitorAppId, relationship, created_at: createdAt });
const storedLink = linkOf(link);

const summary = summaryOf(app);
const competitor = projection({ ...storedLink.fields, app: shown(sql`competitor`, summary.row) });

export const competitorsSchema = () => z.array(competitor.row());

export function competitorsOf(userId: SQLWrapper, appId: SQLWrapper): SQL {
  return sql`
    SELECT coalesce(json_agg(${competitor.json} ORDER BY ${link.createdAt}, ${link.id}), '[]')
    FROM (
      SELECT link.* FROM ${appCompetitors} link WHERE ${link.userId} = ${userId} AND ${link.appId} = ${appId}
      ORDER BY ${link.createdAt}, ${link.id} LIMIT ${COMPETITORS_MAX}
    ) link
    CROSS JOIN LATERAL (
      SELECT ${summary.columns} FROM ${apps} app ${summary.joinsFor(userId)} WHERE ${app.id} = ${link.competitorAppId}
    ) competitor`;
}

export const findAppCompetitors = statement({
  name: "find_app_competitors",
  effect: "reads",
  returns: "first",
  row: () => z.object({ competitors: competitorsSchema() }),
  rows: "trusted",
  sql: ({ platform, externalId, userId }: Placeholders<StoreApp & { userId: number }>) => sql`
    SELECT (${competitorsOf(userId, parent.id)}) AS competitors FROM ${apps} parent
    WHERE ${parent.platform} = ${platform} AND ${parent.externalId} = ${externalId}`,
});

export type CompetitorReference = {
  readonly appId: number | null;
  readonly externalId: string | null;
  readonly platform: Platform;
};

const findReferenced = statement({
  name: "find_referenced_app_id",
  effect: "reads",
  row: () => z.object({ id: z.int() }),
  sql: ({ appId, platform, externalId }: Placeholders<CompetitorReference>) => sql`
    SELECT ${apps.id} FROM ${apps} WHERE ${apps.id} = ${appId} UNION ALL
    SELECT ${apps.id} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}`,
});

export async function findReferencedAppId(db: Db, app: CompetitorReference): Promise<number | undefined> {
  const [row] = await findReferenced(db, app);
  return row?.id;
}

type NewLink = {
  readonly userId: number;
  readonly appId: number;
  readonly competitorAppId: number;
  readonly relationship: CompetitorRelationship;
  readonly followedMax: number;
};

const insertLink = statement({
  name: "insert_competitor_link",
  effect: "writes",
  row: () => z.object({ link: storedLink.row().nullable(), is_full: z.boolean(), has_room: z.boolean() }),
  sql: ({ userId, appId, competitorAppId, relationship, followedMax }: Placeholders<NewLink>) => sql`
    WITH follow_lock AS MATERIALIZED (${lockFollowedApps(userId, sql`ARRAY[${competitorAppId}::int]`, followedMax)}),
    locked AS MATERIALIZED (SELECT lock_competitors(${userId}, ${appId}) AS taken, has_room FROM follow_lock),
    room AS (
      SELECT ${competitorAppId}::int <> ALL (taken) AS is_new,
        cardinality(taken) >= ${COMPETITORS_MAX} AS is_full, has_room
      FROM locked
    ),
    added AS (
      INSERT INTO ${appCompetitors} AS link (user_id, app_id, competitor_app_id, relationship)
      SELECT ${userId}, ${appId}, ${competitorAppId}, ${relationship} FROM room
      WHERE is_new AND NOT is_full AND has_room
      ON CONFLICT (user_id, app_id, competitor_app_id) DO NOTHING
      RETURNING ${storedLink.json} AS link
    )
    SELECT added.link, is_new AND is_full AS is_full, has_room FROM room LEFT JOIN added ON true`,
});

export async function insertCompetitorLink(
  db: Db,
  input: NewLink,
): Promise<RowOf<typeof storedLink> | "exists" | "full" | "follows_too_many"> {
  const { link, is_full, has_room } = onlyRow(await insertLink(db, input));
  if (link !== null) return link;
  if (is_full) return "full";
  return has_room ? "exists" : "follows_too_many";
}

export const deleteCompetitorLink = statement({
  name: "delete_competitor_link",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId, platform, externalId }: Placeholders<StoreApp & { id: number; userId: number }>) => sql`
    DELETE FROM ${appCompetitors} link USING ${apps} app
    WHERE ${link.id} = ${id} AND ${link.userId} = ${userId} AND ${link.appId} = ${app.id}
      AND ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}
    RETURNING 1`,
});
