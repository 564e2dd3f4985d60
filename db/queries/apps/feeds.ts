import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { FEEDS_MAX } from "../../../lib/domain/feed.ts";
import { projection, type RowOf } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { feeds } from "../../schema/feeds.ts";
import { savedViews } from "../../schema/notebook.ts";
import { columnsOf, type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { type EventScope, isScopeFound, scopeFields, scopeOf } from "./event-scope.ts";

const f = alias(feeds, "f");
const app = alias(apps, "app");
const v = alias(savedViews, "v");
const scope = columnsOf("scope", ["app_id", "view_id"]);

const feed = projection({
  id: f.id,
  name: f.name,
  kind: f.kind,
  ...scopeFields(app, v),
  created_at: f.createdAt,
});
export type FeedRow = RowOf<typeof feed>;

/** A user has few feeds, so they are one page. */
export const listFeeds = statement({
  name: "list_feeds",
  effect: "reads",
  row: feed.row,
  rows: "trusted",
  sql: ({ userId }: Placeholders<{ userId: number }>) => sql`
    SELECT ${feed.columns} FROM ${feeds} f LEFT JOIN ${apps} app ON ${app.id} = ${f.appId}
    LEFT JOIN ${savedViews} v ON ${v.id} = ${f.viewId}
    WHERE ${f.userId} = ${userId} AND ${f.deletedAt} IS NULL ORDER BY ${f.id} DESC LIMIT ${FEEDS_MAX}`,
});

type NewFeed = EventScope & { readonly userId: number; readonly name: string; readonly secretHash: Uint8Array };

const insert = statement({
  name: "insert_feed",
  effect: "writes",
  row: () => z.object({ id: z.int().nullable(), is_full: z.boolean() }),
  sql: (input: Placeholders<NewFeed>) => sql`
    WITH locked AS MATERIALIZED (SELECT lock_feeds(${input.userId}::int) AS taken),
    ${scopeOf(input)},
    added AS (
      INSERT INTO ${feeds} (user_id, name, kind, app_id, view_id, secret_sha256)
      SELECT ${input.userId}::int, ${input.name}::text, ${input.kind}::text, scope.app_id, scope.view_id,
        ${input.secretHash}::bytea
      FROM locked CROSS JOIN scope WHERE taken < ${FEEDS_MAX} AND ${isScopeFound(input.kind, scope)}
      RETURNING id
    )
    SELECT added.id, coalesce(taken >= ${FEEDS_MAX}, true) AS is_full FROM locked LEFT JOIN added ON true`,
});

/** Requests of one user take turns, so that they never add more feeds than a user may have. */
export async function insertFeed(db: Db, feed: NewFeed): Promise<number | "full" | "not_found"> {
  const { id, is_full } = onlyRow(await insert(db, feed));
  return id ?? (is_full ? "full" : "not_found");
}

export const deleteFeed = statement({
  name: "delete_feed",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    UPDATE ${feeds} f SET deleted_at = clock_timestamp()
    WHERE ${f.id} = ${id}::int AND ${f.userId} = ${userId}::int AND ${f.deletedAt} IS NULL RETURNING 1`,
});
