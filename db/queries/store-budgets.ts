import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";

type TokenRequest = {
  readonly bucket: string;
  readonly requests: number;
  /** Tokens that must be there, from 1; what is taken beyond them is on credit. */
  readonly floor: number;
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly capacity: number;
};

/**
 * Takes tokens from a bucket that holds enough, on credit where they are more than it holds: a batch is never starved
 * by a stream of small requests. Answers what is left, and 0 or the seconds to wait until the credit is paid back.
 */
export async function takeTokens(db: Db, request: TokenRequest): Promise<{ tokens: number; waitSeconds: number }> {
  const { bucket, requests, floor, rate, capacity } = request;
  // A statement that waited for the row has an old now(): clock_timestamp() is read after the wait.
  const refilled = sql`least(${capacity}::float8, b.tokens
    + greatest(0, extract(epoch FROM clock_timestamp() - b.refilled_at)) * ${rate}::float8)`;
  const rows = await db.execute<{ is_taken: boolean; tokens: number }>(sql`
    WITH taken AS (
      INSERT INTO store_budgets AS b (bucket, tokens, refilled_at)
      VALUES (${bucket}, ${capacity - requests}::float8, clock_timestamp())
      ON CONFLICT (bucket) DO UPDATE SET tokens = ${refilled} - ${requests}::float8,
        refilled_at = greatest(clock_timestamp(), b.refilled_at)
      WHERE ${refilled} >= ${floor}::float8
      RETURNING b.tokens
    )
    SELECT EXISTS (SELECT 1 FROM taken) AS is_taken, coalesce((SELECT tokens FROM taken),
      (SELECT ${refilled} FROM store_budgets b WHERE b.bucket = ${bucket}), 0) AS tokens`);
  const [{ is_taken: isTaken, tokens } = { is_taken: false, tokens: 0 }] = rows;
  return { tokens, waitSeconds: isTaken ? 0 : Math.max(1, Math.ceil((floor - tokens) / rate)) };
}
