import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type KeywordKey, keywordReadRules } from "../../../lib/domain/keyword-reads.ts";
import { DELAY_SECONDS_MAX } from "../../../lib/domain/message-delay.ts";
import { type Platform, platformSchema } from "../../../lib/domain/platform.ts";
import { keywordFetches, keywordSlots, trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { jsonObject, type Placeholders, statement } from "../../statement.ts";
import { isPending, isWaiting } from "../fetches/fetch-states.ts";
import { type FetchLease, pacedFetches } from "../fetches/paced-fetches.ts";

export type KeywordLease = FetchLease<KeywordKey>;

const f = alias(keywordFetches, "f");
const k = alias(trackedKeywords, "k");
const t = alias(trackedTerms, "t");

/** Returns true if anybody tracks the term. */
function isTracked(keywordId: SQLWrapper): SQL {
  return sql`EXISTS (SELECT 1 FROM ${trackedKeywords} k WHERE ${k.keywordId} = ${keywordId})`;
}

export const pacedKeywords = pacedFetches({
  name: { one: "keyword", many: "keywords" },
  rules: keywordReadRules,
  table: keywordFetches,
  key: {
    platform: keywordFetches.platform,
    keywordId: keywordFetches.keywordId,
    day: keywordFetches.day,
  },
  keySchema: () => z.object({ platform: platformSchema(), keywordId: z.int(), day: z.string() }),
  day: "day",
  includes: isTracked(keywordFetches.keywordId),
  place: keywordFetches.plannedAt,
  slots: keywordSlots,
  work: {
    sql: ({ keywordId, day }) => sql`(
      SELECT ${jsonObject({
        term: t.term,
        country_code: t.countryCode,
        is_tracked: isTracked(t.id),
        is_empty_once: f.isEmptyOnce,
      })} FROM ${trackedTerms} t JOIN ${keywordFetches} f ON ${f.keywordId} = ${t.id} AND ${f.day} = ${day}
      WHERE ${t.id} = ${keywordId})`,
    schema: () =>
      z.object({ term: z.string(), country_code: z.string(), is_tracked: z.boolean(), is_empty_once: z.boolean() }),
  },
});

/** Returns when a term was last read. A new term comes before all others. */
export function lastReadAt(keywordId: SQLWrapper): SQL {
  return sql`coalesce((SELECT ${f.fetchedAt} FROM ${keywordFetches} f
    WHERE ${f.keywordId} = ${keywordId} AND ${f.fetchedAt} IS NOT NULL ORDER BY ${f.day} DESC LIMIT 1), 'epoch')`;
}

type Planning = { readonly platform: Platform; readonly day: string; readonly gapSeconds: number };

/**
 * Plans the day's reads of all terms that anybody tracks, at the pace, and ends those of terms that nobody tracks. It
 * may be repeated, and returns the number of new rows.
 */
export const planKeywords = statement({
  name: "plan_keywords",
  effect: "writes",
  returns: "count",
  sql: ({ platform, day, gapSeconds }: Placeholders<Planning>) => sql`
    WITH untracked AS (
      DELETE FROM ${keywordFetches} WHERE ${keywordFetches.platform} = ${platform} AND ${isWaiting(keywordFetches)}
        AND NOT ${isTracked(keywordFetches.keywordId)}
    ),
    missing AS (
      SELECT ${t.id}, ${lastReadAt(t.id)} AS planned_at FROM ${trackedTerms} t
      WHERE ${t.platform} = ${platform} AND ${isTracked(t.id)} AND NOT EXISTS (
        SELECT 1 FROM ${keywordFetches} f WHERE ${f.keywordId} = ${t.id} AND ${f.day} = ${day}::date)
    )
    INSERT INTO ${keywordFetches} (platform, keyword_id, day, planned_at, next_attempt_at)
    SELECT ${platform}, id, ${day}::date, planned_at,
      now() + make_interval(secs => ${gapSeconds}::float8 * (row_number() OVER (ORDER BY planned_at, id) - 1))
    FROM missing ORDER BY id
    ON CONFLICT (keyword_id, day) DO NOTHING RETURNING 1`,
});

type Day = { readonly platform: Platform; readonly day: string };

/** Returns false unless a term of the day is due within the longest delay of a message. */
export const hasDueKeywords = statement({
  name: "has_due_keywords",
  effect: "reads",
  returns: "any",
  sql: ({ platform, day }: Placeholders<Day>) => sql`
    SELECT 1 FROM ${keywordFetches}
    WHERE ${keywordFetches.platform} = ${platform} AND ${isPending(keywordFetches)}
      AND ${keywordFetches.day} = ${day}::date
      AND ${keywordFetches.nextAttemptAt} < now() + make_interval(secs => ${DELAY_SECONDS_MAX}) LIMIT 1`,
});

/** Returns the share of a day's terms that were read, and 100 for a day without terms. */
export const readKeywordsPercent = statement({
  name: "read_keywords_percent",
  effect: "reads",
  returns: "only",
  row: () => z.object({ percent: z.number() }),
  sql: ({ platform, day }: Placeholders<Day>) => sql`
    SELECT coalesce(100 * count(*) FILTER (WHERE ${keywordFetches.fetchedAt} IS NOT NULL)
      / nullif(count(*), 0)::float8, 100)::float8 AS percent
    FROM ${keywordFetches} WHERE ${keywordFetches.day} = ${day}::date AND ${keywordFetches.platform} = ${platform}`,
});

export const countTrackedTerms = statement({
  name: "count_tracked_terms",
  effect: "reads",
  returns: "only",
  row: () => z.object({ terms: z.int() }),
  sql: ({ platform }: Placeholders<Pick<Day, "platform">>) => sql`
    SELECT count(*)::int AS terms FROM ${trackedTerms} t WHERE ${t.platform} = ${platform} AND ${isTracked(t.id)}`,
});
