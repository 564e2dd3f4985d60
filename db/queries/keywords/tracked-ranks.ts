import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { TrackedKeywordSort } from "../../../lib/domain/keyword-rank.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { columnsOf, type Placeholders, statement } from "../../statement.ts";
import { dayFields, keywordDay, keywordDaysJson, keywordDaysSchema, rankIn } from "../searches/keyword-days.ts";
import { rankedAppOf } from "./ranked-apps.ts";

const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

type ListedKeywords = StoreApp & {
  readonly userId: number;
  /** An array of codes; null lists all storefronts. */
  readonly countryCodes: string | null;
  /** Ranks are those of the newest day that was read from `since` to `until`. */
  readonly since: string;
  readonly until: string;
  readonly sort: TrackedKeywordSort;
  /** The first day of trends, which end with `until`. Null returns none. */
  readonly trendsFrom: string | null;
  readonly limit: number;
  readonly offset: number;
};

const day = columnsOf("day", ["day", "reading", "fetched_at", "store_ids", "previous_store_ids"]);
const ranked = projection({
  keyword_id: t.id,
  term: t.term,
  country_code: t.countryCode,
  tracked_at: k.createdAt,
  ...dayFields(day),
  rank: shown(rankIn(day.store_ids, sql`app.store_id`), () => z.int().nullable()),
  previous_rank: shown(rankIn(day.previous_store_ids, sql`app.store_id`), () => z.int().nullable()),
});
const listedSchema = () => ranked.row().extend({ trends: keywordDaysSchema().nullable() });
export type TrackedKeyword = RowOf<{ readonly row: typeof listedSchema }>;

/** Returns null as `page` unless the user tracks the app. */
export const listTrackedKeywords = statement({
  name: "list_tracked_keywords",
  effect: "reads",
  returns: "only",
  row: () => z.object({ used: z.int(), page: countedPageSchema(listedSchema()).nullable() }),
  rows: "trusted",
  sql: (input: Placeholders<ListedKeywords>) => {
    const { userId, countryCodes, since, until, sort, trendsFrom, limit, offset } = input;
    const trends = keywordDaysJson({
      keywordId: sql`ranked.keyword_id`,
      from: trendsFrom,
      to: until,
      ranksIn: (storeIds) => sql`ARRAY[${rankIn(storeIds, sql`(SELECT store_id FROM app)`)}]`,
    });
    return sql`
    WITH app AS MATERIALIZED (${rankedAppOf(input)}),
    ranked AS MATERIALIZED (
      SELECT ${ranked.columns}
      FROM app JOIN ${trackedKeywords} k ON ${k.userId} = ${userId} AND ${k.appId} = app.id
      JOIN ${trackedTerms} t ON ${t.id} = ${k.keywordId}
      CROSS JOIN LATERAL (${keywordDay({ keywordId: t.id, since, until })}) day
      WHERE ${countryCodes}::text[] IS NULL OR ${t.countryCode} = ANY (${countryCodes}::text[])
    )
    SELECT (SELECT count(*)::int FROM ${trackedKeywords} k WHERE ${k.userId} = ${userId}) AS used,
      (SELECT to_json(counted) FROM (${countedPage({
        total: sql`SELECT count(*)::int FROM ranked`,
        page: sql`
          SELECT ranked.*, CASE WHEN ${trendsFrom}::date IS NOT NULL THEN ${trends} END AS trends
          FROM (SELECT * FROM ranked ORDER BY ${sortValue(sort)} NULLS LAST, term, country_code
            LIMIT ${limit}::int OFFSET ${offset}::int) ranked`,
      })}) counted WHERE EXISTS (SELECT 1 FROM app)) AS page`;
  },
});

function sortValue(sort: Placeholders<ListedKeywords>["sort"]): SQL {
  return sql`CASE ${sort}::text WHEN 'rank' THEN rank WHEN 'change' THEN rank - previous_rank END`;
}
