import { sql } from "drizzle-orm";
import * as z from "zod";

import { secondsUntilTokens } from "../../lib/domain/call-limits.ts";
import { storeBudgets } from "../schema/stores.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../statement.ts";

type TokenRequest = {
  readonly bucket: string;
  readonly requests: number;
  /** Tokens that must be there, from 1; what is taken beyond them is on credit. */
  readonly floor: number;
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly capacity: number;
};

const take = statement({
  name: "take_tokens",
  effect: "writes",
  row: () => z.object({ isTaken: z.boolean(), tokens: z.number() }),
  sql: ({ bucket, requests, floor, rate, capacity }: Placeholders<TokenRequest>) => {
    // now() is the start of the statement, which may have waited for the row: clock_timestamp() is read after the wait.
    const refilled = sql`least(${capacity}::float8, ${storeBudgets.tokens}
      + greatest(0, extract(epoch FROM clock_timestamp() - ${storeBudgets.refilledAt})) * ${rate}::float8)`;
    return sql`
    WITH taken AS (
      INSERT INTO ${storeBudgets} (bucket, tokens, refilled_at)
      VALUES (${bucket}, ${capacity}::float8 - ${requests}::float8, clock_timestamp())
      ON CONFLICT (bucket) DO UPDATE SET tokens = ${refilled} - ${requests}::float8,
        refilled_at = greatest(clock_timestamp(), ${storeBudgets.refilledAt})
      WHERE ${refilled} >= ${floor}::float8
      RETURNING tokens
    )
    SELECT EXISTS (SELECT 1 FROM taken) AS "isTaken", coalesce((SELECT tokens FROM taken),
      (SELECT ${refilled} FROM ${storeBudgets} WHERE ${storeBudgets.bucket} = ${bucket}), 0) AS tokens`;
  },
});

/**
 * Takes tokens from a bucket that holds enough, on credit where they are more than it holds: a batch is never starved
 * by a stream of small requests. Returns what is left, and 0 or the seconds to wait until the credit is paid back.
 */
export async function takeTokens(db: Db, request: TokenRequest): Promise<{ tokens: number; waitSeconds: number }> {
  const { isTaken, tokens } = onlyRow(await take(db, request));
  return {
    tokens,
    waitSeconds: isTaken ? 0 : Math.max(1, secondsUntilTokens(request.floor, { tokens, rate: request.rate })),
  };
}
