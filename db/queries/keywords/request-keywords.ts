import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { keywordReads } from "../../../lib/domain/keyword-reads.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { keywordFetches, keywordRequests, keywordSlots } from "../../schema/keywords.ts";
import { idArray, statement } from "../../statement.ts";
import { isDue } from "../fetches/fetch-states.ts";
import { lastReadAt } from "./keyword-fetches.ts";

type KeywordRequest = {
  readonly platform: Platform;
  readonly day: string;
  readonly userId: number;
  /** In the order of the request. */
  readonly keywordIds: readonly number[];
  readonly waitSecondsMax: number;
  readonly resendSeconds: number;
};

/** A read of the day without an attempt so far. */
const isUntried = sql`(${isDue(keywordFetches)} AND ${keywordFetches.attempts} = 0
  AND ${keywordFetches.timesThrottled} = 0 AND NOT ${keywordFetches.isEmptyOnce})`;

const gap = sql`make_interval(secs => ${keywordReads.requestedGapSeconds})`.inlineParams();
const perHour = sql`${keywordReads.requestedPerHour}`.inlineParams();

/**
 * Plans today's reads of terms that a user has just added, and queues the first ones for the waiting user. Requests of
 * a platform wait for each other at its row of keyword_slots. Returns the queued terms.
 */
export const requestKeywords = statement({
  name: "request_keywords",
  effect: "writes",
  row: () => z.object({ keyword_id: z.int(), delay_seconds: z.number() }),
  build: ({ platform, day, userId, keywordIds, waitSecondsMax, resendSeconds }: KeywordRequest) => sql`
    WITH slot AS MATERIALIZED (
      SELECT ${keywordSlots.platform}, greatest(${keywordSlots.nextRequestedAt}, clock_timestamp()) AS at
      FROM ${keywordSlots} WHERE ${keywordSlots.platform} = ${platform} FOR UPDATE
    ),
    room AS MATERIALIZED (
      SELECT ${perHour} - coalesce((
        SELECT ${keywordRequests.terms} FROM ${keywordRequests}
        WHERE ${keywordRequests.userId} = ${userId} AND ${keywordRequests.hour} = date_trunc('hour', slot.at)
      ), 0) AS terms FROM slot
    ),
    unread AS (
      SELECT id, row_number() OVER (ORDER BY place) - 1 AS place
      FROM unnest(${idArray(keywordIds)}::int[]) WITH ORDINALITY AS given(id, place)
      WHERE NOT EXISTS (SELECT 1 FROM ${keywordFetches}
        WHERE ${keywordFetches.keywordId} = id AND ${keywordFetches.day} = ${day}::date AND NOT ${isUntried})
    ),
    placed AS MATERIALIZED (
      SELECT unread.id, slot.at + unread.place * ${gap} AS at, unread.place < room.terms
        AND slot.at + unread.place * ${gap} <= clock_timestamp() + make_interval(secs => ${waitSecondsMax}::float8)
        AS is_requested
      FROM unread CROSS JOIN slot CROSS JOIN room
    ),
    planned AS (
      INSERT INTO ${keywordFetches} (platform, keyword_id, day, planned_at, is_requested, queued_at, next_attempt_at)
      SELECT ${platform}, id, ${day}::date, ${lastReadAt(sql`placed.id`)}, is_requested, ${whenRequested(sql`at`)},
        CASE WHEN is_requested THEN at + make_interval(secs => ${resendSeconds}::float8) ELSE clock_timestamp() END
      FROM placed ORDER BY id
      ON CONFLICT (keyword_id, day) DO UPDATE SET is_requested = true, queued_at = excluded.queued_at,
        next_attempt_at = excluded.next_attempt_at
      WHERE excluded.is_requested AND ${isUntried}
      RETURNING keyword_id, is_requested, queued_at
    ),
    queued AS MATERIALIZED (SELECT * FROM planned WHERE is_requested),
    counted AS (
      INSERT INTO ${keywordRequests} (user_id, hour, terms)
      SELECT ${userId}, date_trunc('hour', slot.at), count(*) FROM slot CROSS JOIN queued GROUP BY slot.at
      ON CONFLICT (user_id) DO UPDATE SET hour = excluded.hour, terms = excluded.terms
        + CASE WHEN ${keywordRequests.hour} = excluded.hour THEN ${keywordRequests.terms} ELSE 0 END
    ),
    moved AS (
      UPDATE ${keywordSlots} SET next_requested_at = last.at + ${gap}
      FROM (SELECT max(queued_at) AS at FROM queued) last
      WHERE ${keywordSlots.platform} = ${platform} AND last.at IS NOT NULL
    )
    SELECT keyword_id, greatest(0, extract(epoch FROM queued_at - clock_timestamp()))::float8 AS delay_seconds
    FROM queued ORDER BY queued_at`,
});

function whenRequested(at: SQL): SQL {
  return sql`CASE WHEN is_requested THEN ${at} END`;
}
