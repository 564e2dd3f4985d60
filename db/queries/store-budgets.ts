import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";

type TokenRequest = {
  readonly bucket: string;
  readonly requests: number;
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly capacity: number;
};

/**
 * Takes tokens from a bucket that holds any, on credit where they are more than it holds: a batch is never starved by
 * a stream of small requests. Answers 0, or the seconds to wait until the credit is paid back.
 */
export async function takeTokens(db: Db, request: TokenRequest): Promise<number> {
  const { bucket, requests, rate, capacity } = request;
  // A statement that waited for the row has an old now(): clock_timestamp() is read after the wait.
  const refilled = sql`least(${capacity}::float8, b.tokens
    + greatest(0, extract(epoch FROM clock_timestamp() - b.refilled_at)) * ${rate}::float8)`;
  const rows = await db.execute<{ is_taken: boolean; tokens: number | null }>(sql`
    WITH taken AS (
      INSERT INTO store_budgets AS b (bucket, tokens, refilled_at)
      VALUES (${bucket}, ${capacity - requests}::float8, clock_timestamp())
      ON CONFLICT (bucket) DO UPDATE SET tokens = ${refilled} - ${requests}::float8,
        refilled_at = greatest(clock_timestamp(), b.refilled_at)
      WHERE ${refilled} >= 1
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM taken) AS is_taken,
      (SELECT ${refilled} FROM store_budgets b WHERE b.bucket = ${bucket}) AS tokens`);
  const [row] = rows;
  if (row === undefined || row.is_taken) return 0;
  return Math.max(1, Math.ceil((1 - (row.tokens ?? 0)) / rate));
}
