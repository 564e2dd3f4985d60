import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { EXPLORED_APPS_MAX } from "../../../lib/domain/explorer.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { ifFound, projection, shown } from "../../projection.ts";
import { apps, publishers, storeCategories } from "../../schema/apps.ts";
import { appPageReads, appStoreListings } from "../../schema/listings.ts";
import { countries } from "../../schema/stores.ts";
import { statement } from "../../statement.ts";
import { newestRevision } from "../listings/listings.ts";
import { storefrontLanguages } from "../reference/countries.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { shownName } from "./tracked-apps.ts";

export type ExplorerRequest = {
  readonly platform: Platform | null;
  readonly categoryId: number | null;
  /** No character is a wildcard. */
  readonly search: string | null;
  readonly limit: number;
  readonly offset: number;
  readonly afterId: number | null;
};

const a = alias(apps, "a");
const p = alias(publishers, "p");
const k = alias(storeCategories, "k");
const c = alias(countries, "c");
const l = alias(appStoreListings, "l");
const page = alias(appPageReads, "page");

const icon = projection({
  app_id: a.id,
  external_id: a.externalId,
  platform: a.platform,
  name: shownName(a),
  icon_url: a.iconUrl,
  publisher_name: ifFound(p.name),
  category_name: ifFound(k.name),
});

const screenshots = projection({
  ...icon.fields,
  locale: ifFound(l.locale),
  screenshots: shown(l.screenshots, () =>
    z.array(z.object({ url: z.string(), device_type: z.string(), order: z.int() })).nullable(),
  ),
});

const exploredSchema = <App extends z.ZodType>(app: App) =>
  z.object({
    total: z.int(),
    last_id: z.int().nullable(),
    apps: z.array(app),
  });

type Kind = {
  /** The condition of apps `a`. A partial index has the same condition. */
  readonly isShown: SQL;
  readonly shown: SQL;
  readonly joins: SQL;
};

/** Only given conditions are in the query, so that an index in the list's order serves each combination. */
function exploredApps(request: ExplorerRequest, kind: Kind): SQL {
  const { platform, categoryId, search, limit, offset, afterId } = request;
  const conditions = [
    kind.isShown,
    ...(platform === null ? [] : [sql`${a.platform} = ${platform}`]),
    ...(categoryId === null ? [] : [sql`${a.categoryId} = ${categoryId}`]),
  ];
  const isFound = search === null ? sql`true` : matchesPattern(a.name, sql`${patternContaining(search)}::text`);
  const start = sql`${afterId === null ? sql`` : sql`WHERE id < ${afterId}`} ORDER BY id DESC`;
  return sql`
    WITH newest AS (
      SELECT ${a.id}, ${a.name} FROM ${apps} a WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${a.id} DESC LIMIT ${EXPLORED_APPS_MAX}
    ),
    found AS MATERIALIZED (SELECT id FROM newest a WHERE ${isFound}),
    paged AS (SELECT id FROM found ${start} LIMIT ${limit} OFFSET ${afterId === null ? offset : 0})
    SELECT (SELECT count(*)::int FROM found) AS total,
      (SELECT min(id) FROM paged
        WHERE EXISTS (SELECT 1 FROM found f WHERE f.id < (SELECT min(id) FROM paged))) AS last_id,
      coalesce((
      SELECT json_agg(${kind.shown} ORDER BY ${a.id} DESC)
      FROM paged JOIN ${apps} a ON ${a.id} = paged.id
      LEFT JOIN ${publishers} p ON ${p.id} = ${a.publisherId}
      LEFT JOIN ${storeCategories} k ON ${k.id} = ${a.categoryId} ${kind.joins}
    ), '[]') AS apps`;
}

export const listExploredIcons = statement({
  name: "list_explored_icons",
  effect: "reads",
  returns: "only",
  row: () => exploredSchema(icon.row()),
  rows: "trusted",
  build: (request: ExplorerRequest) =>
    exploredApps(request, { isShown: sql`${a.iconUrl} IS NOT NULL`, shown: icon.json, joins: sql`` }),
});

/** Prefers English, then the first language of the own storefront. */
const bestLanguage = sql`
  SELECT ${page.locale} FROM ${appPageReads} page WHERE ${page.appId} = ${a.id}
  ORDER BY ${page.locale} = 'en-US' DESC, ${page.locale} LIKE 'en%' DESC,
    coalesce(${page.locale} = (${storefrontLanguages(a.platform, c)})[1], false) DESC, ${page.locale} LIMIT 1`;

const joinListing = sql`
  LEFT JOIN ${countries} c ON ${c.code} = ${a.originCountryCode}
  LEFT JOIN LATERAL (${bestLanguage}) best ON true
  LEFT JOIN LATERAL (${newestRevision(a.id, sql`best.locale`)}) l ON ${l.isPresent}`;

export const listExploredScreenshots = statement({
  name: "list_explored_screenshots",
  effect: "reads",
  returns: "only",
  row: () => exploredSchema(screenshots.row()),
  rows: "trusted",
  build: (request: ExplorerRequest) =>
    exploredApps(request, {
      isShown: sql`${a.lastSyncedAt} IS NOT NULL`,
      shown: screenshots.json,
      joins: joinListing,
    }),
});
