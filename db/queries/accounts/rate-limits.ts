import { sql } from "drizzle-orm";
import * as z from "zod";

import { rateLimits } from "../../schema/accounts.ts";
import { type Placeholders, statement } from "../../statement.ts";

export const WINDOW_SECONDS = 60;

/** A bucket after a request was counted, by the database's clock. */
export const rateLimitStateSchema = () =>
  z.object({
    hits: z.int(),
    secondsLeft: z.number(),
    /** Unix time at which the window ends. */
    endsAt: z.number(),
  });
export type RateLimitState = z.infer<ReturnType<typeof rateLimitStateSchema>>;

const windowLength = sql`make_interval(secs => ${WINDOW_SECONDS})`.inlineParams();

/** Whether the window of a bucket has ended. */
export const isWindowOver = sql`${rateLimits.windowStartedAt} <= clock_timestamp() - ${windowLength}`;

/** Opens a window with a bucket's first request, or counts in the open one, atomically. */
export const countHitUpsert = sql`
  ON CONFLICT (bucket) DO UPDATE SET
    hits = CASE WHEN ${isWindowOver} THEN 1 ELSE ${rateLimits.hits} + 1 END,
    window_started_at = CASE WHEN ${isWindowOver} THEN clock_timestamp() ELSE ${rateLimits.windowStartedAt} END
  RETURNING hits, extract(epoch FROM window_started_at + ${windowLength})::float8 AS ends_at`;

/** The columns of a `RateLimitState`, from a CTE `hit` that ends with the upsert. */
export const rateLimitStateColumns = sql`hit.hits,
  greatest(0, hit.ends_at - extract(epoch FROM clock_timestamp())::float8) AS "secondsLeft", hit.ends_at AS "endsAt"`;

export const countHit = statement({
  name: "count_hit",
  effect: "writes",
  returns: "only",
  row: rateLimitStateSchema,
  rows: "trusted",
  sql: ({ bucket }: Placeholders<{ bucket: string }>) => sql`
    WITH hit AS (
      INSERT INTO ${rateLimits} (bucket, hits, window_started_at) VALUES (${bucket}, 1, clock_timestamp())${countHitUpsert}
    )
    SELECT ${rateLimitStateColumns} FROM hit`,
});
