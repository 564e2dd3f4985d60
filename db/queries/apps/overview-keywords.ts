import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { OVERVIEW_KEYWORDS_MAX } from "../../../lib/domain/overview.ts";
import { projection, shown } from "../../projection.ts";
import { trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import type { Columns } from "../../statement.ts";
import { keywordDay, keywordDaysJson, keywordDaysSchema, rankIn } from "../searches/keyword-days.ts";
import { storeIdOf } from "../searches/store-ids.ts";

const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

type Wanted = Columns<"platform" | "externalId" | "userId" | "from" | "to">;

const keywordOf = (days: SQL) =>
  projection({ keyword_id: t.id, term: t.term, country_code: t.countryCode, days: shown(days, keywordDaysSchema) });

export const overviewKeywordsSchema = () => z.array(keywordOf(sql``).row());

/** Returns a JSON list of the terms of a storefront for which the app ranks best now, with the days of each. */
export function overviewKeywords(
  { platform, externalId, userId, from, to }: Wanted,
  { appId, countryCode }: Columns<"appId" | "countryCode">,
): SQL {
  const storeId = storeIdOf({ platform, externalId });
  const { json } = keywordOf(
    keywordDaysJson({ keywordId: t.id, from, to, ranksIn: (shown) => sql`ARRAY[${rankIn(shown, storeId)}]` }),
  );
  return sql`(
    SELECT coalesce(json_agg(${json} ORDER BY best.rank, ${t.id}), '[]') FROM (
      SELECT ${k.keywordId}, ${rankIn(sql`newest.store_ids`, storeId)} AS rank
      FROM ${trackedKeywords} k
      JOIN ${trackedTerms} t ON ${t.id} = ${k.keywordId} AND ${t.countryCode} = ${countryCode}
      CROSS JOIN LATERAL (${keywordDay({ keywordId: t.id, since: from, until: to })}) newest
      WHERE ${k.userId} = ${userId} AND ${k.appId} = ${appId}
      ORDER BY rank, ${k.keywordId} LIMIT ${sql`${OVERVIEW_KEYWORDS_MAX}`.inlineParams()}
    ) best JOIN ${trackedTerms} t ON ${t.id} = best.keyword_id)`;
}
