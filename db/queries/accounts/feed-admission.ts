import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DELETED_FEED_DAYS } from "../../../lib/domain/feed.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { feeds } from "../../schema/feeds.ts";
import { savedViews } from "../../schema/notebook.ts";
import { columnsOf, type Placeholders, statement } from "../../statement.ts";
import { countedHit, FEED_BUCKETS, FEED_WINDOW_SECONDS, rateLimitOf } from "./rate-limits.ts";

type Request = { readonly secretHash: Uint8Array; readonly addressBucket: string };

const f = alias(feeds, "f");
const v = alias(savedViews, "v");

const readFeed = projection({
  id: f.id,
  user_id: f.userId,
  name: f.name,
  kind: f.kind,
  app_id: f.appId,
  /** Null for a feed of another kind. */
  view: shown(sql`(SELECT ${v.scope} FROM ${savedViews} v WHERE ${v.id} = ${f.viewId})`, () =>
    z.object({ path: z.string(), query: z.record(z.string(), z.string()) }).nullable(),
  ),
  created_at: f.createdAt,
  is_deleted: shown(sql`${f.deletedAt} IS NOT NULL`, () => z.boolean()),
});
export type ReadFeed = RowOf<typeof readFeed>;

const limits = {
  ofAddress: rateLimitOf(columnsOf("by_address", ["hits", "ends_at"])),
  ofFeed: rateLimitOf(columnsOf("by_feed", ["hits", "ends_at"])),
};

/** The time for which a deleted feed is kept, so that its address says that it is gone. */
export const keptAfterDeletion = sql`make_interval(days => ${DELETED_FEED_DAYS})`.inlineParams();

const ofFeed = { from: sql`FROM feed WHERE NOT feed.is_deleted`, seconds: FEED_WINDOW_SECONDS };

/** Finds a feed by its secret, and counts the request by address and by feed. Deleted feeds are found for a while. */
export const admitFeed = statement({
  name: "admit_feed",
  effect: "writes",
  returns: "only",
  row: () =>
    z.object({
      feed: readFeed.row().nullable(),
      of_address: limits.ofAddress.row(),
      of_feed: limits.ofFeed.row().nullable(),
    }),
  rows: "trusted",
  sql: ({ secretHash, addressBucket }: Placeholders<Request>) => sql`
    WITH feed AS MATERIALIZED (
      SELECT ${readFeed.columns} FROM ${feeds} f WHERE ${f.secretSha256} = ${secretHash}::bytea
        AND (${f.deletedAt} IS NULL OR ${f.deletedAt} > clock_timestamp() - ${keptAfterDeletion})
    ),
    by_address AS (${countedHit(sql`${addressBucket}::text`)}),
    by_feed AS (${countedHit(sql`${FEED_BUCKETS}::text || feed.id`, ofFeed)})
    SELECT (SELECT row_to_json(feed) FROM feed) AS feed,
      (SELECT ${limits.ofAddress.json} FROM by_address) AS of_address,
      (SELECT ${limits.ofFeed.json} FROM by_feed) AS of_feed`,
});
