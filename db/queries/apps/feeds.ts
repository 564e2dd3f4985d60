import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { FEEDS_MAX, type FeedKind } from "../../../lib/domain/feed.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { objectIfFound, projection, type RowOf } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { feeds } from "../../schema/feeds.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { competitorIds, trackedAppIds } from "./feed-scope.ts";

const f = alias(feeds, "f");
const app = alias(apps, "app");

const feedApp = projection({ platform: app.platform, external_id: app.externalId, name: app.name });

const feed = projection({
  id: f.id,
  name: f.name,
  kind: f.kind,
  app: objectIfFound(app.id, feedApp),
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
    WHERE ${f.userId} = ${userId} AND ${f.deletedAt} IS NULL ORDER BY ${f.id} DESC LIMIT ${FEEDS_MAX}`,
});

type NewFeed = {
  readonly userId: number;
  readonly name: string;
  readonly kind: FeedKind;
  /** The app of a feed of one app. Null for all other kinds. */
  readonly platform: Platform | null;
  readonly externalId: string | null;
  readonly secretHash: Uint8Array;
};

const insert = statement({
  name: "insert_feed",
  effect: "writes",
  row: () => z.object({ id: z.int().nullable(), is_full: z.boolean() }),
  sql: ({ userId, name, kind, platform, externalId, secretHash }: Placeholders<NewFeed>) => sql`
    WITH locked AS MATERIALIZED (SELECT lock_feeds(${userId}::int) AS taken),
    followed AS MATERIALIZED (
      SELECT ${app.id} FROM ${apps} app
      WHERE ${app.platform} = ${platform}::text AND ${app.externalId} = ${externalId}::text
        AND (${app.id} IN (${trackedAppIds(sql`${userId}::int`)}) OR ${app.id} IN (${competitorIds(sql`${userId}::int`)}))
    ),
    added AS (
      INSERT INTO ${feeds} (user_id, name, kind, app_id, secret_sha256)
      SELECT ${userId}::int, ${name}::text, ${kind}::text, followed.id, ${secretHash}::bytea
      FROM locked LEFT JOIN followed ON true
      WHERE taken < ${FEEDS_MAX} AND (${kind}::text = 'app') = (followed.id IS NOT NULL)
      RETURNING id
    )
    SELECT added.id, coalesce(taken >= ${FEEDS_MAX}, true) AS is_full FROM locked LEFT JOIN added ON true`,
});

/** Requests of one user take turns, so that they never add more feeds than a user may have. */
export async function insertFeed(db: Db, feed: NewFeed): Promise<number | "full" | "not_followed"> {
  const { id, is_full } = onlyRow(await insert(db, feed));
  return id ?? (is_full ? "full" : "not_followed");
}

export const deleteFeed = statement({
  name: "delete_feed",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    UPDATE ${feeds} f SET deleted_at = clock_timestamp()
    WHERE ${f.id} = ${id}::int AND ${f.userId} = ${userId}::int AND ${f.deletedAt} IS NULL RETURNING 1`,
});
