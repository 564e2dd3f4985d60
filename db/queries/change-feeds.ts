import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { FEED_CHANGES_MAX } from "../../lib/domain/change-limits.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { apps } from "../schema/apps.ts";
import { countries } from "../schema/stores.ts";
import { appCompetitors, trackedApps } from "../schema/tracking.ts";
import { statement } from "../statement.ts";
import { changeRows, changeSchema } from "./change-rows.ts";
import { isRealCountry } from "./countries.ts";
import { type ChangeFilter, changesOf } from "./newest-changes.ts";
import { matchesPattern, patternContaining } from "./text-search.ts";

export type FeedFilter = ChangeFilter & {
  readonly userId: number;
  /** The apps that the user tracks, or the competitors of these. An app may be both. */
  readonly scope: "tracked" | "competitors";
  readonly platform: Platform | null;
  /** Part of the app's name or of its id in the store, in any case. */
  readonly search: string | null;
  readonly appId: number | null;
  /** Of competitors: those of this app alone. */
  readonly trackedAppId: number | null;
};

const a = alias(apps, "a");
const t = alias(trackedApps, "t");
const link = alias(appCompetitors, "link");
const parent = alias(trackedApps, "parent");
const k = alias(countries, "k");

const feedSchema = () =>
  z.object({
    /** Whether the feed is of any app, before filters. */
    hasScopeApps: z.boolean(),
    countryExists: z.boolean(),
    /** At most one more than a feed reaches. */
    found: z.int(),
    changes: z.array(changeSchema()),
  });

/**
 * Returns a page of the changes of the apps that a user follows, newest first. It reads as many entries of an index for
 * each app as the page and those before it have rows, and counts no more changes than a feed reaches.
 */
export const listChanges = statement({
  name: "list_changes",
  effect: "reads",
  returns: "only",
  row: feedSchema,
  rows: "trusted",
  build: (filter: FeedFilter & { readonly limit: number; readonly offset: number }) => {
    const { limit, offset, countryCode } = filter;
    const reached = sql`${limit + offset}::int`;
    return sql`
      WITH scope AS MATERIALIZED (${scopeOf(filter)}),
      wanted AS MATERIALIZED (SELECT scope.app_id FROM scope JOIN ${apps} a ON ${a.id} = scope.app_id WHERE ${isWanted(filter)})
      SELECT EXISTS (SELECT 1 FROM scope) AS "hasScopeApps",
        ${countryCode}::text IS NULL
          OR EXISTS (SELECT 1 FROM ${countries} k WHERE ${k.code} = ${countryCode} AND ${isRealCountry(k)}) AS "countryExists",
        (SELECT count(*)::int FROM (
          SELECT 1 FROM wanted CROSS JOIN LATERAL (${changesOf(sql`wanted.app_id`, filter, "all")}) one
          LIMIT ${FEED_CHANGES_MAX + 1}
        ) counted) AS found,
        (${changeRows(sql`
          SELECT one.id, wanted.app_id, one.detected_at
          FROM wanted CROSS JOIN LATERAL (${changesOf(sql`wanted.app_id`, filter, reached)}) one
          ORDER BY one.detected_at DESC, one.id DESC LIMIT ${limit} OFFSET ${offset}`)}) AS changes`;
  },
});

function scopeOf({ userId, scope }: FeedFilter): SQL {
  if (scope === "tracked") return sql`SELECT ${t.appId} FROM ${trackedApps} t WHERE ${t.userId} = ${userId}`;
  return sql`
    SELECT DISTINCT ${link.competitorAppId} AS app_id FROM ${appCompetitors} link
    JOIN ${trackedApps} parent ON ${parent.userId} = ${link.userId} AND ${parent.appId} = ${link.appId}
    WHERE ${link.userId} = ${userId}`;
}

function isWanted({ userId, platform, search, appId, trackedAppId }: FeedFilter): SQL {
  const pattern = search === null ? null : sql`${patternContaining(search)}`;
  const conditions = [
    platform === null ? null : sql`${a.platform} = ${platform}`,
    pattern && sql`(${matchesPattern(a.name, pattern)} OR ${matchesPattern(a.externalId, pattern)})`,
    appId === null ? null : sql`${a.id} = ${appId}`,
    trackedAppId === null
      ? null
      : sql`EXISTS (SELECT 1 FROM ${appCompetitors} link WHERE ${link.userId} = ${userId}
          AND ${link.appId} = ${trackedAppId} AND ${link.competitorAppId} = ${a.id})`,
  ];
  return sql.join([sql`true`, ...conditions.filter((condition) => condition !== null)], sql` AND `);
}
