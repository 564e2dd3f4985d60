import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { COMPETITORS_MAX, type CompetitorRelationship, PAGE_COMPETITORS } from "../../../lib/domain/competitor.ts";
import type { Platform, StoreApp } from "../../../lib/domain/platform.ts";
import { projection, type RowOf, shown, type TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { type Db, idArray, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { summaryOf } from "./app-columns.ts";
import { taggedAppIds } from "./tags.ts";
import { app, isOnPlatform, lockFollowedApps, shownName, tracked, trackedAppsOf } from "./tracked-apps.ts";

const link = alias(appCompetitors, "link");
const parent = alias(apps, "parent");

const linkOf = ({ id, appId, competitorAppId, relationship, createdAt }: TableColumns<typeof appCompetitors>) =>
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

type LinkFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  readonly search: string | null;
  /** Links of which either app has one of these tags. */
  readonly tagIds: readonly number[] | null;
};
type LinkPage = {
  readonly page: number;
  readonly perPage: number;
  /** The page begins after this app while it has wanted links. Otherwise `page` decides. */
  readonly afterId: number | null;
};

type Prepared = { readonly pattern: string | null; readonly tagIds: string | null };

const rival = alias(apps, "rival");
const wanted = alias(appCompetitors, "wanted");
const wantedLink = linkOf(wanted);

const firstPage = ({ page }: Placeholders<Pick<LinkPage, "page">>) =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM start) THEN ${page}::int ELSE 1 END`;

const readLinkPage = statement({
  name: "list_tracked_competitor_links",
  effect: "reads",
  row: () =>
    z.object({
      total: z.int(),
      last_page: z.int(),
      from: z.int().nullable(),
      to: z.int().nullable(),
      last_id: z.int().nullable(),
      links: z.array(wantedLink.row()),
    }),
  rows: "trusted",
  sql: (input: Placeholders<Omit<LinkFilter, "search" | "tagIds"> & LinkPage & Prepared>) => sql`
    WITH tagged AS MATERIALIZED (${taggedAppIds(input.userId, input.tagIds)}),
    wanted AS (
      SELECT link.*, ${tracked.createdAt} AS tracked_at
      FROM ${trackedAppsOf(input.userId)}
      JOIN ${appCompetitors} link ON ${link.userId} = ${tracked.userId} AND ${link.appId} = ${tracked.appId}
      WHERE ${isOnPlatform(app, input.platform)}
        AND (${input.pattern}::text IS NULL OR ${matchesPattern(shownName(app).expression, input.pattern)}
          OR (SELECT ${matchesPattern(shownName(rival).expression, input.pattern)}
              FROM ${apps} rival WHERE ${rival.id} = ${link.competitorAppId}))
        AND (${input.tagIds}::integer[] IS NULL OR ${link.appId} IN (SELECT app_id FROM tagged)
          OR ${link.competitorAppId} IN (SELECT app_id FROM tagged))
    ),
    parents AS (
      SELECT app_id, row_number() OVER newest AS position, sum(count(*)) OVER newest AS links,
        count(*) AS own_links
      FROM wanted GROUP BY app_id, tracked_at WINDOW newest AS (ORDER BY tracked_at DESC, app_id DESC)
    ),
    start AS (SELECT position, links FROM parents WHERE app_id = ${input.afterId}::int),
    following AS (
      SELECT app_id, parents.position, parents.position - coalesce(start.position, 0) AS place,
        parents.links - own_links - coalesce(start.links, 0) AS links_before
      FROM parents LEFT JOIN start ON true WHERE parents.position > coalesce(start.position, 0)
    ),
    paged AS (
      SELECT app_id, position, ${firstPage(input)} - 1
        + dense_rank() OVER (
          ORDER BY (place - 1) / ${input.perPage}::int, div(links_before, ${PAGE_COMPETITORS})) AS page
      FROM following
    ),
    shown AS (SELECT app_id, position FROM paged WHERE page = ${input.page}::int)
    SELECT (SELECT count(*)::int FROM parents) AS total,
      (SELECT coalesce(max(page), ${firstPage(input)})::int FROM paged) AS last_page,
      (SELECT min(position)::int FROM shown) AS "from", (SELECT max(position)::int FROM shown) AS "to", (
        SELECT app_id FROM shown WHERE EXISTS (SELECT 1 FROM paged WHERE page > ${input.page}::int)
        ORDER BY position DESC LIMIT 1) AS last_id, (
        SELECT coalesce(json_agg(${wantedLink.json} ORDER BY position, ${wanted.createdAt}, ${wanted.id}), '[]')
        FROM shown JOIN wanted ON ${wanted.appId} = shown.app_id
      ) AS links`,
});

/** Returns a page whose `perPage` counts tracked apps. It may have fewer (`PAGE_COMPETITORS`). */
export async function listTrackedCompetitorLinks(db: Db, { search, tagIds, ...input }: LinkFilter & LinkPage) {
  const pattern = search === null ? null : patternContaining(search);
  return onlyRow(await readLinkPage(db, { ...input, pattern, tagIds: tagIds && idArray(tagIds) }));
}

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
