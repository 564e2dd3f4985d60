import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { PAGE_COMPETITORS } from "../../../lib/domain/competitor.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { type Db, idArray, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { linkOf } from "./competitors.ts";
import { taggedAppIds } from "./tags.ts";
import { app, isOnPlatform, shownName, tracked, trackedAppsOf } from "./tracked-apps.ts";

const link = alias(appCompetitors, "link");

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
