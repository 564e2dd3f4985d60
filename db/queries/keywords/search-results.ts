import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { objectIfFound, projection, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { storeIds, trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { columnsOf, type Placeholders, statement } from "../../statement.ts";
import { shownName } from "../apps/tracked-apps.ts";
import { dayFields, keywordDay } from "../searches/keyword-days.ts";

const app = alias(apps, "app");
const id = alias(storeIds, "id");
const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

const listed = projection({
  rank: shown(sql`listed.rank`, () => z.int()),
  external_id: id.externalId,
  app: objectIfFound(app.id, projection({ id: app.id, name: shownName(app), icon_url: app.iconUrl })),
});

const day = columnsOf("day", ["day", "reading", "fetched_at", "store_ids", "previous_store_ids"]);
const results = projection({
  keyword_id: t.id,
  platform: t.platform,
  term: t.term,
  country_code: t.countryCode,
  ...dayFields(day),
  results: shown(
    sql`(
      SELECT coalesce(json_agg(${listed.json} ORDER BY listed.rank), '[]')
      FROM unnest(${day.store_ids}) WITH ORDINALITY AS listed (store_id, rank)
      JOIN ${storeIds} id ON ${id.id} = listed.store_id
      LEFT JOIN ${apps} app ON ${app.platform} = ${id.platform} AND ${app.externalId} = ${id.externalId})`,
    () => z.array(listed.row()),
  ),
});

type ResultsRequest = {
  readonly userId: number;
  readonly keywordId: number;
  /** Results are those of the newest day that was read from `since` to `until`. */
  readonly since: string;
  readonly until: string;
};

/** Returns undefined unless the user tracks the term for an app. */
export const findKeywordResults = statement({
  name: "find_keyword_results",
  effect: "reads",
  returns: "first",
  row: results.row,
  rows: "trusted",
  sql: ({ userId, keywordId, since, until }: Placeholders<ResultsRequest>) => sql`
    SELECT ${results.columns}
    FROM ${trackedTerms} t CROSS JOIN LATERAL (${keywordDay({ keywordId: t.id, since, until })}) day
    WHERE ${t.id} = ${keywordId}::int AND EXISTS (
      SELECT 1 FROM ${trackedKeywords} k WHERE ${k.userId} = ${userId} AND ${k.keywordId} = ${keywordId}::int)`,
});
