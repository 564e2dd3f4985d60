import type { Db } from "../client.ts";
import { runFixedStatement } from "./fixed-statement.ts";

export const WINDOW_SECONDS = 60;

/** A bucket after a hit was counted, by the database's clock. */
export type BucketCount = {
  readonly hits: number;
  readonly secondsLeft: number;
  /** Unix time at which the window ends. */
  readonly endsAt: number;
};

/** Opens a window with a bucket's first hit, or counts in the open one: atomic, however many come at once. */
export const countHitUpsert = `
  ON CONFLICT (bucket) DO UPDATE SET
    hits = CASE WHEN l.window_started_at <= clock_timestamp() - interval '${WINDOW_SECONDS} seconds'
                THEN 1 ELSE l.hits + 1 END,
    window_started_at = CASE WHEN l.window_started_at <= clock_timestamp() - interval '${WINDOW_SECONDS} seconds'
                             THEN clock_timestamp() ELSE l.window_started_at END
  RETURNING hits, extract(epoch FROM window_started_at)::float8 + ${WINDOW_SECONDS} AS ends_at`;

export const secondsLeft = "greatest(0, ends_at - extract(epoch FROM clock_timestamp())::float8)";

const countHitStatement = `
WITH hit AS (
  INSERT INTO rate_limits AS l (bucket, hits, window_started_at) VALUES ($1, 1, clock_timestamp())${countHitUpsert}
)
SELECT hits, ${secondsLeft} AS "secondsLeft", ends_at AS "endsAt" FROM hit`;

export async function countHit(db: Db, bucket: string): Promise<BucketCount> {
  const [count] = await runFixedStatement<BucketCount>(db, countHitStatement, [bucket]);
  if (count === undefined) throw new TypeError("A hit was not counted.");
  return count;
}
