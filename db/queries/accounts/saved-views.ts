import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { foldName } from "../../../lib/domain/own-name.ts";
import { SAVED_VIEWS_MAX, type ViewScope } from "../../../lib/domain/saved-view.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { feeds } from "../../schema/feeds.ts";
import { savedViews } from "../../schema/notebook.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";

const v = alias(savedViews, "v");
const f = alias(feeds, "f");

const view = projection({
  id: v.id,
  name: v.name,
  scope: shown(v.scope, () => z.object({ path: z.string(), query: z.record(z.string(), z.string()) })),
  created_at: v.createdAt,
  updated_at: v.updatedAt,
});

export const listSavedViews = statement({
  name: "list_saved_views",
  effect: "reads",
  row: view.row,
  rows: "trusted",
  sql: ({ userId }: Placeholders<{ userId: number }>) => sql`
    SELECT ${view.columns} FROM ${savedViews} v WHERE ${v.userId} = ${userId}
    ORDER BY ${v.foldedName}, ${v.id} LIMIT ${SAVED_VIEWS_MAX}`,
});

type NewView = { readonly userId: number; readonly name: string; readonly foldedName: string; readonly scope: string };

const insert = statement({
  name: "insert_saved_view",
  effect: "writes",
  returns: "only",
  row: () => z.object({ view: view.row().nullable(), is_full: z.boolean(), name_exists: z.boolean() }),
  sql: ({ userId, name, foldedName, scope }: Placeholders<NewView>) => sql`
    WITH locked AS MATERIALIZED (
      SELECT coalesce(taken >= ${SAVED_VIEWS_MAX}, true) AS is_full, coalesce(name_exists, false) AS name_exists
      FROM lock_saved_views(${userId}::int, ${foldedName}::text)
    ),
    added AS (
      INSERT INTO ${savedViews} AS v (user_id, name, folded_name, scope)
      SELECT ${userId}::int, ${name}::text, ${foldedName}::text, ${scope}::jsonb FROM locked WHERE NOT is_full
      ON CONFLICT (user_id, folded_name) DO NOTHING RETURNING ${view.json} AS view
    )
    SELECT added.view, is_full, name_exists FROM locked LEFT JOIN added ON true`,
});

type InsertedView = { readonly userId: number; readonly name: string; readonly scope: ViewScope };

export async function insertSavedView(
  db: Db,
  { userId, name, scope }: InsertedView,
): Promise<RowOf<typeof view> | "exists" | "full"> {
  const added = await insert(db, { userId, name, foldedName: foldName(name), scope: JSON.stringify(scope) });
  return added.view ?? (added.is_full && !added.name_exists ? "full" : "exists");
}

type ChangedView = {
  readonly id: number;
  readonly userId: number;
  readonly name: string | null;
  readonly foldedName: string | null;
  readonly scope: string | null;
};

const update = statement({
  name: "update_saved_view",
  effect: "writes",
  returns: "first",
  row: view.row,
  rows: "trusted",
  sql: ({ id, userId, name, foldedName, scope }: Placeholders<ChangedView>) => sql`
    UPDATE ${savedViews} v SET name = coalesce(${name}::text, ${v.name}),
      folded_name = coalesce(${foldedName}::text, ${v.foldedName}), scope = coalesce(${scope}::jsonb, ${v.scope}),
      updated_at = clock_timestamp()
    WHERE ${v.id} = ${id} AND ${v.userId} = ${userId} RETURNING ${view.columns}`,
});

type ViewPatch = {
  readonly id: number;
  readonly userId: number;
  readonly name: string | undefined;
  readonly scope: ViewScope | undefined;
};

/** Throws SQLSTATE 23505 if another view of the user has the name. */
export function updateSavedView(db: Db, { id, userId, name, scope }: ViewPatch) {
  const foldedName = name === undefined ? null : foldName(name);
  return update(db, {
    id,
    userId,
    name: name ?? null,
    foldedName,
    scope: scope === undefined ? null : JSON.stringify(scope),
  });
}

/** Ends the feeds of the view, whose addresses then say that they are gone. */
export const deleteSavedView = statement({
  name: "delete_saved_view",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    WITH removed AS (DELETE FROM ${savedViews} v WHERE ${v.id} = ${id} AND ${v.userId} = ${userId} RETURNING id),
    ended AS (
      UPDATE ${feeds} f SET view_id = NULL, deleted_at = coalesce(${f.deletedAt}, clock_timestamp())
      WHERE ${f.viewId} IN (SELECT id FROM removed)
    )
    SELECT 1 FROM removed`,
});
