import { sql } from "drizzle-orm";
import * as z from "zod";

import { keywordRests } from "../../../lib/domain/keyword-reads.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { keywordSlots } from "../../schema/keywords.ts";
import { type Placeholders, statement } from "../../statement.ts";

type OfPlatform = { readonly platform: Platform };

/** Returns the seconds until terms may be read, and whether the last response was a limit. */
export const keywordRest = statement({
  name: "keyword_rest",
  effect: "reads",
  returns: "only",
  row: () => z.object({ seconds: z.number(), was_throttled: z.boolean() }),
  sql: ({ platform }: Placeholders<OfPlatform>) => sql`
    SELECT greatest(0, coalesce(extract(epoch FROM ${keywordSlots.restsUntil} - clock_timestamp()), 0))::float8
        AS seconds, ${keywordSlots.throttledInARow} > 0 AS was_throttled
    FROM ${keywordSlots} WHERE ${keywordSlots.platform} = ${platform}`,
});

const seconds = sql`make_interval(secs => least(${keywordRests.secondsMax}::float8,
  ${keywordRests.firstSeconds} * 2 ^ least(slot.throttled_in_a_row, ${keywordRests.doublingsMax})))`.inlineParams();
const closing = sql`make_interval(mins => ${keywordRests.closingMinutes})`.inlineParams();

/**
 * Stops the terms of a store for a while. A limit during this rest belongs to a request that was under way, and changes
 * nothing. Returns whether the limit is the second one within minutes.
 */
export const restKeywords = statement({
  name: "rest_keywords",
  effect: "writes",
  returns: "first",
  row: () => z.object({ rest_seconds: z.number(), is_second: z.boolean() }),
  sql: ({ platform, retryAfterSeconds }: Placeholders<OfPlatform & { retryAfterSeconds: number }>) => sql`
    WITH slot AS MATERIALIZED (
      SELECT *, clock_timestamp() AS at FROM ${keywordSlots} WHERE ${keywordSlots.platform} = ${platform} FOR UPDATE
    ),
    rest AS MATERIALIZED (
      SELECT *, at + greatest(${seconds}, make_interval(secs => ${retryAfterSeconds}::float8)) AS until,
        coalesce(throttled_at > at - ${closing}, false) AS is_second
      FROM slot WHERE coalesce(rests_until <= at, true)
    )
    UPDATE ${keywordSlots} SET rests_until = rest.until, throttled_at = rest.at,
      throttled_in_a_row = rest.throttled_in_a_row + 1,
      next_planned_at = greatest(${keywordSlots.nextPlannedAt}, rest.until),
      next_requested_at = greatest(${keywordSlots.nextRequestedAt}, rest.until)
    FROM rest WHERE ${keywordSlots.platform} = rest.platform
    RETURNING extract(epoch FROM rest.until - rest.at)::float8 AS rest_seconds, rest.is_second`,
});

export const endKeywordRests = statement({
  name: "end_keyword_rests",
  effect: "writes",
  sql: ({ platform }: Placeholders<OfPlatform>) => sql`
    UPDATE ${keywordSlots} SET throttled_in_a_row = 0
    WHERE ${keywordSlots.platform} = ${platform} AND coalesce(${keywordSlots.restsUntil} <= clock_timestamp(), true)`,
});
