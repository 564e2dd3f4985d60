import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { foldName } from "../../../lib/domain/own-name.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { TAGS_MAX } from "../../../lib/domain/tag.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appTags, tags } from "../../schema/notebook.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";

const label = alias(appTags, "label");
const tag = alias(tags, "tag");

const tagOfApp = projection({ id: tag.id, name: tag.name });

export const tagsSchema = () => z.array(tagOfApp.row());

/** Returns the tags that a user has given to an app, by name, as a JSON list. */
export function tagsOfApp(userId: SQLWrapper, appId: SQLWrapper): SQL {
  return sql`(
    SELECT coalesce(json_agg(${tagOfApp.json} ORDER BY ${tag.foldedName}), '[]')
    FROM ${appTags} label JOIN ${tags} tag ON ${tag.id} = ${label.tagId}
    WHERE ${label.userId} = ${userId} AND ${label.appId} = ${appId})`;
}

/** Returns a query for the apps to which a user has given at least one of the tags, an array of ids. */
export function taggedAppIds(userId: SQLWrapper | number, tagIds: SQLWrapper | string): SQL {
  return sql`
    SELECT ${label.appId} FROM ${appTags} label
    WHERE ${label.userId} = ${userId} AND ${label.tagId} = ANY (${tagIds}::integer[])`;
}

const listed = projection({
  id: tag.id,
  name: tag.name,
  apps_count: shown(
    sql`(SELECT count(*)::int FROM ${appTags} label
      WHERE ${label.userId} = ${tag.userId} AND ${label.tagId} = ${tag.id})`,
    () => z.int(),
  ),
  created_at: tag.createdAt,
  updated_at: tag.updatedAt,
});

export const listTags = statement({
  name: "list_tags",
  effect: "reads",
  row: listed.row,
  rows: "trusted",
  sql: ({ userId }: Placeholders<{ userId: number }>) => sql`
    SELECT ${listed.columns} FROM ${tags} tag WHERE ${tag.userId} = ${userId}
    ORDER BY ${tag.foldedName}, ${tag.id} LIMIT ${TAGS_MAX}`,
});

type NewTag = { readonly userId: number; readonly name: string; readonly foldedName: string };

const insert = statement({
  name: "insert_tag",
  effect: "writes",
  returns: "only",
  row: () => z.object({ tag: listed.row().nullable(), is_full: z.boolean(), name_exists: z.boolean() }),
  sql: ({ userId, name, foldedName }: Placeholders<NewTag>) => sql`
    WITH locked AS MATERIALIZED (
      SELECT coalesce(taken >= ${TAGS_MAX}, true) AS is_full, coalesce(name_exists, false) AS name_exists
      FROM lock_tags(${userId}::int, ${foldedName}::text)
    ),
    added AS (
      INSERT INTO ${tags} AS tag (user_id, name, folded_name)
      SELECT ${userId}::int, ${name}::text, ${foldedName}::text FROM locked WHERE NOT is_full
      ON CONFLICT (user_id, folded_name) DO NOTHING RETURNING ${listed.json} AS tag
    )
    SELECT added.tag, is_full, name_exists FROM locked LEFT JOIN added ON true`,
});

export async function insertTag(
  db: Db,
  { userId, name }: Omit<NewTag, "foldedName">,
): Promise<RowOf<typeof listed> | "exists" | "full"> {
  const added = await insert(db, { userId, name, foldedName: foldName(name) });
  return added.tag ?? (added.is_full && !added.name_exists ? "full" : "exists");
}

const rename = statement({
  name: "rename_tag",
  effect: "writes",
  returns: "first",
  row: listed.row,
  rows: "trusted",
  sql: ({ id, userId, name, foldedName }: Placeholders<NewTag & { id: number }>) => sql`
    UPDATE ${tags} tag SET name = ${name}::text, folded_name = ${foldedName}::text, updated_at = clock_timestamp()
    WHERE ${tag.id} = ${id} AND ${tag.userId} = ${userId} RETURNING ${listed.columns}`,
});

/** Throws SQLSTATE 23505 if another tag of the user has the name. */
export function renameTag(db: Db, { id, userId, name }: Omit<NewTag, "foldedName"> & { readonly id: number }) {
  return rename(db, { id, userId, name, foldedName: foldName(name) });
}

export const deleteTag = statement({
  name: "delete_tag",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    DELETE FROM ${tags} tag WHERE ${tag.id} = ${id} AND ${tag.userId} = ${userId} RETURNING 1`,
});

type AppTag = StoreApp & { readonly userId: number; readonly tagId: number };

const t = alias(trackedApps, "t");
const c = alias(appCompetitors, "c");
const app = alias(apps, "app");

/**
 * Returns false if the tag is not the user's, or the user does not follow the app. The locks keep both until the end,
 * so that an app that is untracked meanwhile loses the tag.
 */
export const insertAppTag = statement({
  name: "insert_app_tag",
  effect: "writes",
  returns: "any",
  sql: ({ userId, tagId, platform, externalId }: Placeholders<AppTag>) => sql`
    WITH app AS MATERIALIZED (
      SELECT ${app.id} FROM ${apps} app WHERE ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}
    ),
    followed AS MATERIALIZED (
      SELECT ${t.appId} FROM app JOIN ${trackedApps} t ON ${t.userId} = ${userId} AND ${t.appId} = ${app.id}
      FOR KEY SHARE OF t
    ),
    compared AS MATERIALIZED (
      SELECT ${c.competitorAppId} FROM app
      JOIN ${appCompetitors} c ON ${c.userId} = ${userId} AND ${c.competitorAppId} = ${app.id}
      FOR KEY SHARE OF c
    ),
    given AS MATERIALIZED (
      SELECT ${tag.id} FROM ${tags} tag WHERE ${tag.id} = ${tagId} AND ${tag.userId} = ${userId} FOR KEY SHARE OF tag
    ),
    tagged AS MATERIALIZED (
      SELECT app.id AS app_id, given.id AS tag_id FROM app CROSS JOIN given
      WHERE EXISTS (SELECT 1 FROM followed) OR EXISTS (SELECT 1 FROM compared)
    ),
    added AS (
      INSERT INTO ${appTags} (user_id, app_id, tag_id) SELECT ${userId}::int, app_id, tag_id FROM tagged
      ON CONFLICT (user_id, app_id, tag_id) DO NOTHING
    )
    SELECT 1 FROM tagged`,
});

/** Returns false if the tag is not the user's, or the app is unknown. */
export const deleteAppTag = statement({
  name: "delete_app_tag",
  effect: "writes",
  returns: "any",
  sql: ({ userId, tagId, platform, externalId }: Placeholders<AppTag>) => sql`
    WITH tagged AS MATERIALIZED (
      SELECT ${app.id} AS app_id, ${tag.id} AS tag_id FROM ${apps} app JOIN ${tags} tag
        ON ${tag.id} = ${tagId} AND ${tag.userId} = ${userId}
      WHERE ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}
    ),
    removed AS (
      DELETE FROM ${appTags} label USING tagged
      WHERE ${label.userId} = ${userId} AND ${label.appId} = tagged.app_id AND ${label.tagId} = tagged.tag_id
    )
    SELECT 1 FROM tagged`,
});
