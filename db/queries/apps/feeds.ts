import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { FEEDS_MAX, type FeedKind } from "../../../lib/domain/feed.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { objectIfFound, projection, type RowOf } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { feeds } from "../../schema/feeds.ts";
import { savedViews } from "../../schema/notebook.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { competitorIds, trackedAppIds } from "./feed-scope.ts";

const f = alias(feeds, "f");
const app = alias(apps, "app");
const v = alias(savedViews, "v");

const feedApp = projection({ platform: app.platform, external_id: app.externalId, name: app.name });

const feedView = projection({ id: v.id, name: v.name });

const feed = projection({
  id: f.id,
  name: f.name,
  kind: f.kind,
  app: objectIfFound(app.id, feedApp),
  view: objectIfFound(v.id, feedView),
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

type NewFeed = {
  readonly userId: number;
  readonly name: string;
  readonly kind: FeedKind;
  /** The app of a feed of one app. Null for all other kinds. */
  readonly platform: Platform | null;
  readonly externalId: string | null;
  /** The saved view of a feed of a view. Null for all other kinds. */
  readonly viewId: number | null;
  readonly secretHash: Uint8Array;
};

const insert = statement({
  name: "insert_feed",
  effect: "writes",
  row: () => z.object({ id: z.int().nullable(), is_full: z.boolean() }),
  sql: ({ userId, name, kind, platform, externalId, viewId, secretHash }: Placeholders<NewFeed>) => sql`
    WITH locked AS MATERIALIZED (SELECT lock_feeds(${userId}::int) AS taken),
    followed AS MATERIALIZED (
      SELECT ${app.id} FROM ${apps} app
      WHERE ${app.platform} = ${platform}::text AND ${app.externalId} = ${externalId}::text
        AND (${app.id} IN (${trackedAppIds(sql`${userId}::int`)}) OR ${app.id} IN (${competitorIds(sql`${userId}::int`)}))
    ),
    seen AS MATERIALIZED (
      SELECT ${v.id} FROM ${savedViews} v WHERE ${v.id} = ${viewId}::int AND ${v.userId} = ${userId}::int FOR KEY SHARE
    ),
    added AS (
      INSERT INTO ${feeds} (user_id, name, kind, app_id, view_id, secret_sha256)
      SELECT ${userId}::int, ${name}::text, ${kind}::text, followed.id, seen.id, ${secretHash}::bytea
      FROM locked LEFT JOIN followed ON true LEFT JOIN seen ON true
      WHERE taken < ${FEEDS_MAX} AND (${kind}::text = 'app') = (followed.id IS NOT NULL)
        AND (${kind}::text = 'view') = (seen.id IS NOT NULL)
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
