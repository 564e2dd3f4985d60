import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GAP_RANK_MAX } from "../../../lib/domain/keyword-rank.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { columnsOf, type Db, idArray, type Placeholders, statement } from "../../statement.ts";
import { codeArray } from "../reference/countries.ts";
import { dayFields, keywordDay, rankIn } from "../searches/keyword-days.ts";
import { comparedApps, rankedApps, rankedAppsSchema } from "./ranked-apps.ts";

const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

type Prepared = StoreApp & {
  readonly userId: number;
  /** Null stands for all competitors. */
  readonly appIds: string | null;
  /** Null stands for all storefronts. */
  readonly countryCodes: string | null;
  /** Ranks are those of the newest day that was read from `since` to `until`. */
  readonly since: string;
  readonly until: string;
  readonly limit: number;
  readonly offset: number;
};

const gapRankMax = sql`${GAP_RANK_MAX}`.inlineParams();
const day = columnsOf("day", ["day", "reading", "fetched_at", "store_ids", "previous_store_ids"]);
const compared = columnsOf("compared", ["id", "store_id", "place"]);
const rankOf = (storeIds: SQL, storeId: SQL) => shown(rankIn(storeIds, storeId), () => z.int().nullable());
const storeIdOfApp = sql`(SELECT store_id FROM compared WHERE place = 0)`;

const ofTerm = { keyword_id: t.id, term: t.term, country_code: t.countryCode };

const rankOfApp = projection({
  app_id: shown(compared.id, () => z.int()),
  rank: rankOf(sql`${day.store_ids}`, sql`${compared.store_id}`),
  previous_rank: rankOf(sql`${day.previous_store_ids}`, sql`${compared.store_id}`),
});
const comparison = projection({
  ...ofTerm,
  ...dayFields(day),
  ranks: shown(sql`(SELECT json_agg(${rankOfApp.json} ORDER BY place) FROM compared)`, () => z.array(rankOfApp.row())),
});
export type ComparedRanks = RowOf<typeof comparison>;

const rival = projection({ app_id: rankOfApp.fields.app_id, rank: shown(sql`listed.rank`, () => z.int()) });
const gap = projection({
  ...ofTerm,
  ...dayFields(day),
  rank: rankOf(sql`${day.store_ids}`, storeIdOfApp),
  previous_rank: rankOf(sql`${day.previous_store_ids}`, storeIdOfApp),
  rivals: shown(sql`rivals.rivals`, () => z.array(rival.row())),
});

const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ apps: rankedAppsSchema(), page: countedPageSchema(row) });

/** Returns a FROM item with the user's keywords of the app in `compared`. */
function keywordsOf({ userId, countryCodes }: Pick<Placeholders<Prepared>, "userId" | "countryCodes">): SQL {
  return sql`(
    SELECT t.* FROM ${trackedKeywords} k JOIN ${trackedTerms} t ON ${t.id} = ${k.keywordId}
    WHERE ${k.userId} = ${userId} AND ${k.appId} = (SELECT id FROM compared WHERE place = 0)
      AND (${countryCodes}::text[] IS NULL OR ${t.countryCode} = ANY (${countryCodes}::text[])))`;
}

const readComparison = statement({
  name: "find_rank_comparison",
  effect: "reads",
  returns: "only",
  row: () => pageOf(comparison.row()),
  rows: "trusted",
  sql: (input: Placeholders<Prepared>) => sql`
    WITH compared AS MATERIALIZED (${comparedApps(input)})
    SELECT ${rankedApps(sql`compared`)} AS apps, (SELECT to_json(counted) FROM (${countedPage({
      total: sql`SELECT count(*)::int FROM ${keywordsOf(input)} t`,
      page: sql`
        SELECT ${comparison.columns} FROM (
          SELECT * FROM ${keywordsOf(input)} t ORDER BY ${t.term}, ${t.countryCode}
          LIMIT ${input.limit}::int OFFSET ${input.offset}::int
        ) t CROSS JOIN LATERAL (${keywordDay({ keywordId: t.id, ...daysOf(input) })}) day
        ORDER BY ${t.term}, ${t.countryCode}`,
    })}) counted) AS page`,
});

const readGaps = statement({
  name: "find_keyword_gaps",
  effect: "reads",
  returns: "only",
  row: () => pageOf(gap.row()),
  rows: "trusted",
  sql: (input: Placeholders<Prepared>) => sql`
    WITH compared AS MATERIALIZED (${comparedApps(input)}),
    gaps AS MATERIALIZED (
      SELECT ${gap.columns}, rivals.best
      FROM ${keywordsOf(input)} t CROSS JOIN LATERAL (${keywordDay({ keywordId: t.id, ...daysOf(input) })}) day
      CROSS JOIN LATERAL (
        SELECT min(listed.rank) AS best, json_agg(${rival.json} ORDER BY listed.rank) AS rivals
        FROM unnest(${day.store_ids}[:${gapRankMax}]) WITH ORDINALITY AS listed (store_id, rank)
        JOIN compared ON ${compared.store_id} = listed.store_id AND ${compared.place} > 0
      ) rivals
      WHERE rivals.best IS NOT NULL AND ${rankIn(sql`${day.store_ids}[:${gapRankMax}]`, storeIdOfApp)} IS NULL
    )
    SELECT ${rankedApps(sql`compared`)} AS apps, (SELECT to_json(counted) FROM (${countedPage({
      total: sql`SELECT count(*)::int FROM gaps`,
      page: sql`SELECT * FROM gaps ORDER BY best, term, country_code
        LIMIT ${input.limit}::int OFFSET ${input.offset}::int`,
    })}) counted) AS page`,
});

function daysOf({ since, until }: Pick<Placeholders<Prepared>, "since" | "until">) {
  return { since, until };
}

type ComparisonRequest = Omit<Prepared, "appIds" | "countryCodes"> & {
  readonly appIds: readonly number[] | null;
  readonly countryCodes: readonly string[] | null;
};

/**
 * Returns the app with those of `appIds` that are its competitors, and a page of the user's keywords with the ranks of
 * these apps. The apps are empty unless the user tracks the app.
 */
export async function findRankComparison(db: Db, input: ComparisonRequest) {
  return await readComparison(db, prepared(input));
}

/** Returns the same apps, and a page of the keywords for which a competitor is among the first and the app is not. */
export async function findKeywordGaps(db: Db, input: ComparisonRequest) {
  return await readGaps(db, prepared(input));
}

function prepared({ appIds, countryCodes, ...input }: ComparisonRequest): Prepared {
  return { ...input, appIds: appIds && idArray(appIds), countryCodes: countryCodes && codeArray(countryCodes) };
}
