import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { projection, shown } from "../../projection.ts";
import { recordset } from "../../recordset.ts";
import { trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { app, tracked, trackedAppsOf } from "../apps/tracked-apps.ts";

type AppOfUser = StoreApp & { readonly userId: number };

const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

const wantedTerm = { country_code: trackedTerms.countryCode, term: trackedTerms.term };

const keyword = projection({ keyword_id: t.id, term: t.term, country_code: t.countryCode });

const wantedKeyword = projection({
  ...keyword.fields,
  is_added: shown(sql`t.id IN (SELECT keyword_id FROM added)`, () => z.boolean()),
});

type NewKeywords = AppOfUser & {
  readonly terms: readonly { readonly country_code: string; readonly term: string }[];
  readonly keywordsMax: number;
  readonly termsMax: number;
};

/** Returns undefined unless the user tracks the app. Without room for all terms, none is added. */
export const addTrackedKeywords = statement({
  name: "add_tracked_keywords",
  effect: "writes",
  returns: "first",
  row: () =>
    z.object({
      used: z.int(),
      added: z.int(),
      terms_used: z.int(),
      terms_added: z.int(),
      keywords: z.array(wantedKeyword.row()),
    }),
  texts: "few",
  build: ({ platform, externalId, userId, terms, keywordsMax, termsMax }: NewKeywords) => sql`
    WITH app AS MATERIALIZED (
      SELECT ${app.id} FROM ${trackedAppsOf(sql`${userId}`)}
      WHERE ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}
    ),
    locked AS MATERIALIZED (
      SELECT app.id AS app_id, counts.* FROM app
      CROSS JOIN LATERAL lock_tracked_keywords(${userId}, app.id, ${platform}, ${JSON.stringify(terms)}::jsonb) counts
    ),
    allowed AS MATERIALIZED (
      SELECT app_id FROM locked
      WHERE (added = 0 OR used + added <= ${keywordsMax}::int)
        AND (terms_added = 0 OR terms_used + terms_added <= ${termsMax}::int)
    ),
    t AS (
      INSERT INTO ${trackedTerms} AS known (platform, country_code, term)
      SELECT DISTINCT ${platform}, wanted.country_code, wanted.term
      FROM allowed CROSS JOIN ${recordset(wantedTerm, terms)} wanted
      ORDER BY wanted.country_code, wanted.term
      ON CONFLICT (platform, country_code, term) DO UPDATE SET term = known.term
      RETURNING id, term, country_code
    ),
    added AS (
      INSERT INTO ${trackedKeywords} (user_id, app_id, keyword_id)
      SELECT ${userId}::int, allowed.app_id, t.id FROM allowed CROSS JOIN t ORDER BY t.id
      ON CONFLICT (user_id, app_id, keyword_id) DO NOTHING RETURNING keyword_id
    )
    SELECT used, added, terms_used, terms_added, coalesce((
      SELECT json_agg(${wantedKeyword.json} ORDER BY wanted.place) FROM t
      JOIN (SELECT min(place) AS place, country_code, term FROM (
        SELECT *, row_number() OVER () AS place FROM ${recordset(wantedTerm, terms)} given) numbered
        GROUP BY country_code, term) wanted ON wanted.country_code = t.country_code AND wanted.term = t.term
    ), '[]') AS keywords FROM locked`,
});

export const deleteTrackedKeyword = statement({
  name: "delete_tracked_keyword",
  effect: "writes",
  returns: "any",
  sql: ({ platform, externalId, userId, keywordId }: Placeholders<AppOfUser & { readonly keywordId: number }>) => sql`
    DELETE FROM ${trackedKeywords} k USING ${trackedAppsOf(userId)}
    WHERE ${app.platform} = ${platform} AND ${app.externalId} = ${externalId} AND ${k.userId} = ${tracked.userId}
      AND ${k.appId} = ${tracked.appId} AND ${k.keywordId} = ${keywordId} RETURNING 1`,
});
