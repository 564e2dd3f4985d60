import { and, asc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { apps } from "../schema/apps.ts";
import { publishers } from "../schema/publishers.ts";
import { storeCategories } from "../schema/store-categories.ts";
import { trackedApps } from "../schema/tracked-apps.ts";
import { preparedOnce } from "./prepared-once.ts";

export type StorePublisher = { readonly platform: Platform; readonly externalId: string };
export type PublisherRow = NonNullable<Awaited<ReturnType<typeof findPublisher>>>;
export type TrackedPublisherRow = Awaited<ReturnType<typeof listTrackedPublishers>>["rows"][number];

/** The publisher that a path names, its id encoded once or twice. */
export async function findPublisher(db: Db, publisher: StorePublisher) {
  const [row] = await publisherPrepared(db).execute(publisher);
  return row;
}

/** Ids of publishers by their store's ids; those that the database does not know are missing. */
export async function findPublisherIds(
  db: Db,
  input: { readonly platform: Platform; readonly externalIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await publisherIdsPrepared(db).execute({
    platform: input.platform,
    externalIds: JSON.stringify(input.externalIds),
  });
  return new Map(rows.map((row) => [row.externalId, row.id]));
}

type TrackedPublishersFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  readonly limit: number;
  readonly offset: number;
};

/** Publishers of a user's tracked apps by name, whatever its case, and how many there are in all. */
export async function listTrackedPublishers(db: Db, input: TrackedPublishersFilter) {
  const { userId, platform } = input;
  const [rows, counts] = await Promise.all([
    trackedPrepared(db).execute(input),
    trackedCountPrepared(db).execute({ userId, platform }),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

/** What the database adds to what a store's list says of these apps, in no order that a caller may rely on. */
export function findListedApps(db: Db, input: { readonly userId: number; readonly appIds: readonly number[] }) {
  return listedAppsPrepared(db).execute({ userId: input.userId, appIds: `{${input.appIds.join(",")}}` });
}

const publisherFields = {
  id: publishers.id,
  name: publishers.name,
  externalId: publishers.externalId,
  platform: publishers.platform,
  url: publishers.url,
};

export function publisherQuery(db: Db) {
  return db
    .select(publisherFields)
    .from(publishers)
    .where(isNamed({ platform: sql.placeholder("platform"), externalId: sql.placeholder("externalId") }));
}

const publisherPrepared = preparedOnce((db) => publisherQuery(db).prepare("find_publisher"));

/**
 * The condition for the one publisher that an id in a path names: the one with this very id, or else the only one whose
 * id the gateway has decoded to it. Several that decode to it are told apart only by an id that is encoded twice.
 */
export function isNamed({ platform, externalId }: Record<keyof StorePublisher, string | Placeholder>): SQL {
  return sql`${publishers.platform} = ${platform} AND ${publishers.externalId} = coalesce(
    (SELECT p.external_id FROM publishers p WHERE p.platform = ${platform} AND p.external_id = ${externalId}),
    (SELECT min(p.external_id) FROM publishers p
     WHERE p.platform = ${platform} AND decoded_publisher_id(p.external_id) = ${externalId} HAVING count(*) = 1))`;
}

const publisherIdsPrepared = preparedOnce((db) =>
  db
    .select({ id: publishers.id, externalId: publishers.externalId })
    .from(publishers)
    .where(
      and(
        eq(publishers.platform, sql.placeholder("platform")),
        // As JSON, since ids hold every character that an array literal would have to quote.
        sql`${publishers.externalId} IN (SELECT jsonb_array_elements_text(${sql.placeholder("externalIds")}::jsonb))`,
      ),
    )
    .prepare("find_publisher_ids"),
);

export function trackedPublishersQuery(db: Db) {
  return db
    .select({ ...publisherFields, appsCount: sql<number>`count(*)::int` })
    .from(trackedApps)
    .innerJoin(apps, eq(apps.id, trackedApps.appId))
    .innerJoin(publishers, eq(publishers.id, apps.publisherId))
    .where(isTrackedAndWanted)
    .groupBy(publishers.id)
    .orderBy(sql`lower(${publishers.name})`, asc(publishers.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"));
}

const trackedPrepared = preparedOnce((db) => trackedPublishersQuery(db).prepare("list_tracked_publishers"));

const trackedCountPrepared = preparedOnce((db) =>
  db
    .select({ total: sql<number>`count(DISTINCT ${apps.publisherId})::int` })
    .from(trackedApps)
    .innerJoin(apps, eq(apps.id, trackedApps.appId))
    .where(isTrackedAndWanted)
    .prepare("count_tracked_publishers"),
);

const listedAppsPrepared = preparedOnce((db) =>
  db
    .select({
      id: apps.id,
      externalId: apps.externalId,
      category: storeCategories.name,
      isTracked: sql<boolean>`EXISTS (SELECT 1 FROM ${trackedApps}
        WHERE ${trackedApps.userId} = ${sql.placeholder("userId")} AND ${trackedApps.appId} = ${apps.id})`,
    })
    .from(apps)
    .leftJoin(storeCategories, eq(storeCategories.id, apps.categoryId))
    .where(sql`${apps.id} = ANY(${sql.placeholder("appIds")}::int[])`)
    .prepare("find_listed_apps"),
);

const isTrackedAndWanted = and(
  eq(trackedApps.userId, sql.placeholder("userId")),
  sql`(${sql.placeholder("platform")}::text IS NULL OR ${apps.platform} = ${sql.placeholder("platform")})`,
);
