import { type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { projection, shown } from "../../projection.ts";
import { trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { type Db, idArray, type Placeholders, statement } from "../../statement.ts";
import { keywordDaysJson, keywordDaysSchema, rankIn } from "../searches/keyword-days.ts";
import { comparedApps, rankedApps, rankedAppsSchema } from "./ranked-apps.ts";

const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

type Prepared = StoreApp & {
  readonly userId: number;
  readonly keywordIds: string;
  readonly appIds: string;
  readonly from: string;
  readonly to: string;
};

const readSeries = statement({
  name: "find_rank_series",
  effect: "reads",
  returns: "only",
  row: () => z.object({ apps: rankedAppsSchema(), keywords: z.array(seriesOf().row()) }),
  rows: "trusted",
  sql: (input: Placeholders<Prepared>) => sql`
    WITH compared AS MATERIALIZED (${comparedApps(input)})
    SELECT ${rankedApps(sql`compared`)} AS apps, coalesce((
      SELECT json_agg(${seriesOf(input).json} ORDER BY array_position(${input.keywordIds}::int[], ${t.id}))
      FROM ${trackedKeywords} k JOIN ${trackedTerms} t ON ${t.id} = ${k.keywordId}
      WHERE ${k.userId} = ${input.userId} AND ${k.appId} = (SELECT id FROM compared WHERE place = 0)
        AND ${k.keywordId} = ANY (${input.keywordIds}::int[])
    ), '[]') AS keywords`,
});

function seriesOf(period?: Pick<Placeholders<Prepared>, "from" | "to">) {
  const { from = sql`NULL`, to = sql`NULL` } = period ?? {};
  const ranksIn = (storeIds: SQLWrapper) =>
    sql`ARRAY(SELECT ${rankIn(storeIds, sql`store_id`)} FROM compared ORDER BY place)`;
  return projection({
    keyword_id: t.id,
    term: t.term,
    country_code: t.countryCode,
    days: shown(keywordDaysJson({ keywordId: t.id, from, to, ranksIn }), keywordDaysSchema),
  });
}

type SeriesRequest = Omit<Prepared, "keywordIds" | "appIds"> & {
  readonly keywordIds: readonly number[];
  readonly appIds: readonly number[];
};

/**
 * Returns the app with those of `appIds` that are its competitors, and the keywords that the user tracks for it, with
 * ranks in the order of the apps. The apps are empty unless the user tracks the app.
 */
export async function findRankSeries(db: Db, { keywordIds, appIds, ...input }: SeriesRequest) {
  return await readSeries(db, { ...input, keywordIds: idArray(keywordIds), appIds: idArray(appIds) });
}
