import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";

import {
  COMPETITORS_MAX,
  type CompetitorRelationship,
  competitorRelationshipSchema,
  PAGE_COMPETITORS,
} from "../../lib/domain/competitor.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { appCompetitors } from "../schema/app-competitors.ts";
import type { StoreApp } from "./app-details.ts";
import { runFixedStatement } from "./fixed-statement.ts";
import { preparedOnce } from "./prepared-once.ts";
import { matchesPattern, patternContaining } from "./text-search.ts";

export type CompetitorLinkRow = Awaited<ReturnType<typeof listCompetitorLinks>>[number];

/** Competitors that the user defined for the app, oldest first. */
export function listCompetitorLinks(db: Db, input: { readonly userId: number; readonly appId: number }) {
  return linksPrepared(db).execute(input);
}

export function competitorLinksQuery(db: Db) {
  return db
    .select({
      id: appCompetitors.id,
      appId: appCompetitors.appId,
      competitorAppId: appCompetitors.competitorAppId,
      relationship: appCompetitors.relationship,
      createdAt: appCompetitors.createdAt,
    })
    .from(appCompetitors)
    .where(
      and(eq(appCompetitors.userId, sql.placeholder("userId")), eq(appCompetitors.appId, sql.placeholder("appId"))),
    )
    .orderBy(appCompetitors.createdAt, appCompetitors.id)
    .limit(COMPETITORS_MAX);
}

const linksPrepared = preparedOnce((db) => competitorLinksQuery(db).prepare("list_competitor_links"));

type LinkFilter = {
  readonly userId: number;
  /** Of the parent. */
  readonly platform: Platform | null;
  /** Part of the parent's name, or else of the competitor's, in any case. */
  readonly search: string | null;
};

const linkPageSchema = z.object({
  /** Of tracked apps with wanted links. */
  total: z.int(),
  lastPage: z.int(),
  /** Positions of the page's first and last tracked app among them; null on a page beyond the last. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  links: z.array(
    z.object({
      id: z.int(),
      appId: z.int(),
      competitorAppId: z.int(),
      relationship: competitorRelationshipSchema,
      createdAt: z.string().transform((value) => new Date(value)),
    }),
  ),
});

/**
 * Returns one page of a user's tracked apps that have wanted links, newest tracked first, with all of those links,
 * oldest first. `perPage` counts tracked apps; a page may hold fewer (`PAGE_COMPETITORS`).
 */
export async function listTrackedCompetitorLinks(db: Db, input: LinkFilter & { page: number; perPage: number }) {
  const { userId, platform, search, page, perPage } = input;
  const pattern = search === null ? null : patternContaining(search);
  const values = [userId, platform, pattern, perPage, page];
  const [row] = await runFixedStatement(db, trackedCompetitorLinksStatement, values);
  return linkPageSchema.parse(row);
}

export const trackedCompetitorLinksStatement = `
WITH wanted AS (
  SELECT c.id, c.app_id, c.competitor_app_id, c.relationship, c.created_at, t.created_at AS tracked_at
  FROM tracked_apps t
  JOIN apps parent ON parent.id = t.app_id
  JOIN app_competitors c ON c.user_id = t.user_id AND c.app_id = t.app_id
  WHERE t.user_id = $1::int AND ($2::text IS NULL OR parent.platform = $2)
    AND ($3::text IS NULL OR ${matchesPattern("coalesce(parent.name, parent.external_id)", "$3")}
      OR (SELECT ${matchesPattern("coalesce(a.name, a.external_id)", "$3")} FROM apps a WHERE a.id = c.competitor_app_id))
),
parents AS (
  SELECT app_id, row_number() OVER newest AS position, sum(count(*)) OVER newest - count(*) AS links_before
  FROM wanted GROUP BY app_id, tracked_at WINDOW newest AS (ORDER BY tracked_at DESC, app_id DESC)
),
paged AS (
  SELECT app_id, position,
    dense_rank() OVER (ORDER BY (position - 1) / $4::int, div(links_before, ${PAGE_COMPETITORS})) AS page
  FROM parents
),
shown AS (SELECT app_id, position FROM paged WHERE page = $5::int)
SELECT (SELECT count(*)::int FROM paged) AS total, (SELECT coalesce(max(page), 1)::int FROM paged) AS "lastPage",
  (SELECT min(position)::int FROM shown) AS "from", (SELECT max(position)::int FROM shown) AS "to", (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'appId', w.app_id, 'competitorAppId', w.competitor_app_id,
      'relationship', w.relationship, 'createdAt', w.created_at) ORDER BY s.position, w.created_at, w.id), '[]')
    FROM shown s JOIN wanted w ON w.app_id = s.app_id
  ) AS links`;

/** Names an app by its id or by its id in a store; the other is null. */
export type CompetitorReference = {
  readonly appId: number | null;
  readonly externalId: string | null;
  readonly platform: Platform;
};

const findReferencedStatement = `
SELECT id FROM apps WHERE id = $1::int UNION ALL SELECT id FROM apps WHERE platform = $2 AND external_id = $3`;

export async function findReferencedAppId(db: Db, app: CompetitorReference): Promise<number | undefined> {
  const values = [app.appId, app.platform, app.externalId];
  const [row] = await runFixedStatement<{ id: number }>(db, findReferencedStatement, values);
  return row?.id;
}

type NewLink = {
  readonly userId: number;
  readonly appId: number;
  readonly competitorAppId: number;
  readonly relationship: CompetitorRelationship;
};

/** Stores a link once, and no more than the user may define for the app, however many ask at the same time. */
export async function insertCompetitorLink(db: Db, link: NewLink): Promise<CompetitorLinkRow | "exists" | "full"> {
  const { userId, appId, competitorAppId, relationship } = link;
  const [row] = await db.execute<{ id: number | null; created: number; isFull: boolean }>(sql`
    WITH turn AS MATERIALIZED (SELECT competitors_in_turn(${userId}, ${appId}) AS taken),
    room AS (
      SELECT ${competitorAppId}::int <> ALL (taken) AS is_new, cardinality(taken) >= ${COMPETITORS_MAX} AS is_full FROM turn
    ),
    added AS (
      INSERT INTO app_competitors (user_id, app_id, competitor_app_id, relationship)
      SELECT ${userId}, ${appId}, ${competitorAppId}, ${relationship} FROM room WHERE is_new AND NOT is_full
      ON CONFLICT (user_id, app_id, competitor_app_id) DO NOTHING
      RETURNING id, created_at
    )
    SELECT id, extract(epoch FROM created_at)::float8 AS created, is_new AND is_full AS "isFull"
    FROM room LEFT JOIN added ON true`);
  if (row === undefined) throw new TypeError("The statement answers one row.");
  if (row.id === null) return row.isFull ? "full" : "exists";
  return { id: row.id, appId, competitorAppId, relationship, createdAt: new Date(row.created * 1000) };
}

const deleteLinkStatement = `
DELETE FROM app_competitors c USING apps a
WHERE c.id = $1 AND c.user_id = $2 AND c.app_id = a.id AND a.platform = $3 AND a.external_id = $4
RETURNING 1`;

/** false: the user has no such link of this app. */
export async function deleteCompetitorLink(
  db: Db,
  link: { readonly id: number; readonly userId: number; readonly app: StoreApp },
): Promise<boolean> {
  const values = [link.id, link.userId, link.app.platform, link.app.externalId];
  return (await runFixedStatement(db, deleteLinkStatement, values)).length > 0;
}
