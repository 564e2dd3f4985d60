import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { FEED_CHANGES_MAX } from "../../../lib/domain/change-limits.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { statement } from "../../statement.ts";
import { changeRows, changeSchema } from "../listings/change-rows.ts";
import { type ChangeFilter, type ChangePosition, changesOf } from "../listings/newest-changes.ts";
import { isCountryIfAny } from "../reference/countries.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { appShownTo, competitorIds, trackedAppIds } from "./feed-scope.ts";

export type FeedFilter = ChangeFilter & {
  readonly userId: number;
  readonly scope: "tracked" | "competitors" | "all";
  readonly platform: Platform | null;
  readonly search: string | null;
  readonly appId: number | null;
  readonly trackedAppId: number | null;
  /** Apps with one of these tags, and competitors of such tracked apps. */
  readonly tagIds: readonly number[] | null;
};

type FeedPage = {
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this change while it exists. Otherwise `offset` decides. */
  readonly afterId: number | null;
};

const a = alias(apps, "a");
const c = alias(appStoreListingChanges, "c");
const fact = alias(appFactChanges, "fact");
const o = alias(appOfferChanges, "o");
const link = alias(appCompetitors, "link");

const feedSchema = () =>
  z.object({
    has_scope_apps: z.boolean(),
    country_exists: z.boolean(),
    found: z.int(),
    changes: z.array(changeSchema().extend({ app: appShownTo(0, apps).schema() })),
  });

/** Reads for each app only as many index entries as this page and the earlier ones have rows. */
export const listChanges = statement({
  name: "list_changes",
  effect: "reads",
  returns: "only",
  row: feedSchema,
  rows: "trusted",
  build: (filter: FeedFilter & FeedPage) => {
    const { userId, limit, offset, afterId, countryCode } = filter;
    const selection = { max: sql`${limit + offset}::int`, after: afterId === null ? undefined : startOfPage };
    return sql`
      WITH ${startOf(afterId)},
      scope AS MATERIALIZED (${scopeOf({ ...filter, tagIds: null })}),
      wanted AS MATERIALIZED (SELECT scope.app_id FROM scope JOIN ${apps} a ON ${a.id} = scope.app_id
        WHERE ${isWanted(filter)})
      SELECT EXISTS (SELECT 1 FROM scope) AS has_scope_apps,
        ${isCountryIfAny(sql`${countryCode}`)} AS country_exists,
        (SELECT count(*)::int FROM (
          SELECT 1 FROM wanted CROSS JOIN LATERAL (${changesOf(sql`wanted.app_id`, filter, "all")}) one
          LIMIT ${FEED_CHANGES_MAX + 1}
        ) counted) AS found,
        (${changeRows(
          sql`
          SELECT one.id, wanted.app_id, one.detected_at
          FROM wanted CROSS JOIN LATERAL (${changesOf(sql`wanted.app_id`, filter, selection)}) one
          ORDER BY one.detected_at DESC, one.id DESC LIMIT ${limit}
          OFFSET CASE WHEN EXISTS (SELECT 1 FROM start) THEN 0 ELSE ${offset}::int END`,
          (app) => ({ app: appShownTo(userId, app) }),
        )}) AS changes`;
  },
});

function startOf(afterId: number | null): SQL {
  return sql`
  start AS MATERIALIZED (
    SELECT ${c.id}, ${c.detectedAt} FROM ${appStoreListingChanges} c WHERE ${c.id} = ${afterId}::bigint
    UNION ALL SELECT ${o.id}, ${o.detectedAt} FROM ${appOfferChanges} o WHERE ${o.id} = ${afterId}::bigint
    UNION ALL SELECT ${fact.id}, ${fact.validFrom} FROM ${appFactChanges} fact WHERE ${fact.id} = ${afterId}::bigint
  )`;
}

const startOfPage: ChangePosition = {
  detectedAt: sql`coalesce((SELECT detected_at FROM start), 'infinity')`,
  id: sql`coalesce((SELECT id FROM start), 0)`,
};

function scopeOf({ userId, scope, tagIds }: FeedFilter): SQL {
  if (scope === "tracked") return trackedAppIds(userId, tagIds);
  if (scope === "competitors") return competitorIds(userId, tagIds);
  return sql`${trackedAppIds(userId, tagIds)} UNION ${competitorIds(userId, tagIds)}`;
}

function isWanted(filter: FeedFilter): SQL {
  const { userId, platform, search, appId, trackedAppId, tagIds } = filter;
  const pattern = search === null ? null : sql`${patternContaining(search)}`;
  const conditions = [
    platform === null ? null : sql`${a.platform} = ${platform}`,
    pattern && sql`(${matchesPattern(a.name, pattern)} OR ${matchesPattern(a.externalId, pattern)})`,
    appId === null ? null : sql`${a.id} = ${appId}`,
    tagIds === null ? null : sql`${a.id} IN (${scopeOf(filter)})`,
    trackedAppId === null
      ? null
      : sql`EXISTS (SELECT 1 FROM ${appCompetitors} link WHERE ${link.userId} = ${userId}
          AND ${link.appId} = ${trackedAppId} AND ${link.competitorAppId} = ${a.id})`,
  ];
  return sql.join([sql`true`, ...conditions.filter((condition) => condition !== null)], sql` AND `);
}
