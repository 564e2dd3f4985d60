import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { ifFound, projection, type RowOf, shown, type TableColumns } from "../../projection.ts";
import { apps, publishers, storeCategories } from "../../schema/apps.ts";
import { type Db, idArray, type Placeholders, statement } from "../../statement.ts";
import { taggedAppIds } from "./tags.ts";
import { app, isOnPlatform, isTrackedBy, trackedAppsOf } from "./tracked-apps.ts";

export type StorePublisher = { readonly platform: Platform; readonly externalId: string };

export function publisherOf({ id, name, externalId, platform, url }: TableColumns<typeof publishers>) {
  return projection({ id, name, external_id: externalId, platform, url });
}
export type PublisherRow = RowOf<ReturnType<typeof publisherOf>>;

const category = alias(storeCategories, "category");
const p = alias(publishers, "p");
const start = alias(publishers, "start");

/** Returns the condition of the publisher with this id, or of the only one whose id the gateway decodes to it. */
export function hasStoreId({ platform, externalId }: Record<keyof StorePublisher, string | SQLWrapper>): SQL {
  return sql`${publishers.platform} = ${platform} AND ${publishers.externalId} = coalesce(
    (SELECT ${p.externalId} FROM ${publishers} p WHERE ${p.platform} = ${platform} AND ${p.externalId} = ${externalId}),
    (SELECT min(${p.externalId}) FROM ${publishers} p
     WHERE ${p.platform} = ${platform} AND decoded_publisher_id(${p.externalId}) = ${externalId} HAVING count(*) = 1))`;
}

const named = publisherOf(publishers);

export const findPublisher = statement({
  name: "find_publisher",
  effect: "reads",
  returns: "first",
  row: named.row,
  rows: "trusted",
  sql: (publisher: Placeholders<StorePublisher>) =>
    sql`SELECT ${named.columns} FROM ${publishers} WHERE ${hasStoreId(publisher)}`,
});

const identified = projection({ id: p.id, external_id: p.externalId });

const findIds = statement({
  name: "find_publisher_ids",
  effect: "reads",
  row: identified.row,
  rows: "trusted",
  // The ids are JSON, because an array literal would have to quote their characters.
  sql: ({ platform, externalIds }: Placeholders<{ platform: Platform; externalIds: string }>) => sql`
    SELECT ${identified.columns} FROM ${publishers} p
    WHERE ${p.platform} = ${platform} AND ${p.externalId} IN (SELECT jsonb_array_elements_text(${externalIds}::jsonb))`,
});

export async function findPublisherIds(
  db: Db,
  input: { readonly platform: Platform; readonly externalIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await findIds(db, { platform: input.platform, externalIds: JSON.stringify(input.externalIds) });
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

type TrackedFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  /** Only apps that have at least one of these tags count. */
  readonly tagIds: readonly number[] | null;
};
type Rows = {
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this publisher if it is known. Otherwise `offset` decides. */
  readonly afterId: number | null;
};

const trackedPublisher = projection({
  ...publisherOf(p).fields,
  apps_count: shown(sql`count(*)::int`, () => z.int()),
});

type Prepared = Omit<TrackedFilter, "tagIds"> & { readonly tagIds: string | null };

/** Returns the condition of tracked apps of the store, with one of the tags. */
function isWanted({ userId, platform, tagIds }: Placeholders<Prepared>): SQL {
  return sql`${isOnPlatform(app, platform)}
    AND (${tagIds}::integer[] IS NULL OR ${app.id} IN (${taggedAppIds(userId, tagIds)}))`;
}

const readPage = statement({
  name: "list_tracked_publishers",
  effect: "reads",
  returns: "only",
  row: () => countedPageSchema(trackedPublisher.row()),
  rows: "trusted",
  sql: (input: Placeholders<Prepared & Rows>) =>
    countedPage({
      total: sql`
        SELECT count(DISTINCT ${app.publisherId})::int
        FROM ${trackedAppsOf(input.userId)} WHERE ${isWanted(input)}`,
      page: sql`
        SELECT ${trackedPublisher.columns}
        FROM ${trackedAppsOf(input.userId)} JOIN ${publishers} p ON ${p.id} = ${app.publisherId}
        LEFT JOIN ${publishers} start ON ${start.id} = ${input.afterId}::int
        WHERE ${isWanted(input)}
          AND (${start.id} IS NULL OR (lower(${p.name}), ${p.id}) > (lower(${start.name}), ${start.id}))
        GROUP BY ${p.id} ORDER BY lower(${p.name}), ${p.id} LIMIT ${input.limit}
        OFFSET CASE WHEN EXISTS (SELECT 1 FROM ${publishers} start WHERE ${start.id} = ${input.afterId}::int) THEN 0
          ELSE ${input.offset}::int END`,
    }),
});

/** Returns a page of the publishers of tracked apps, by name, and how many there are. */
export function listTrackedPublishers(db: Db, { tagIds, ...input }: TrackedFilter & Rows) {
  return readPage(db, { ...input, tagIds: tagIds && idArray(tagIds) });
}

const listed = projection({ id: app.id, external_id: app.externalId, category: ifFound(category.name) });

const findListed = statement({
  name: "find_listed_apps",
  effect: "reads",
  row: () => listed.row().extend({ is_tracked: z.boolean() }),
  rows: "trusted",
  sql: ({ userId, appIds }: Placeholders<{ userId: number; appIds: string }>) => sql`
    SELECT ${listed.columns}, ${isTrackedBy(userId, app.id)} AS is_tracked
    FROM ${apps} app LEFT JOIN ${storeCategories} category ON ${category.id} = ${app.categoryId}
    WHERE ${app.id} = ANY(${appIds}::int[])`,
});

export function findListedApps(db: Db, input: { readonly userId: number; readonly appIds: readonly number[] }) {
  return findListed(db, { userId: input.userId, appIds: idArray(input.appIds) });
}
