import { eq } from "drizzle-orm";

import type { Db } from "../client.ts";
import { accessTokens } from "../schema/access-tokens.ts";
import { runFixedStatement } from "./fixed-statement.ts";
import { type BucketCount, countHitUpsert, secondsLeft } from "./rate-limits.ts";

export type TokenOwner = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly tokenId: number;
  readonly abilities: readonly string[];
};

type AdmittedRow = TokenOwner & BucketCount;

/**
 * One round trip for a protected request: finds the token's owner, counts the request in the owner's bucket and notes
 * the token's use, at most once a minute. Digests are compared blinded, so the time taken tells nothing of the stored one.
 */
export const admitTokenStatement = `
WITH blinding AS MATERIALIZED (SELECT uuid_send(gen_random_uuid()) AS nonce),
token AS MATERIALIZED (
  SELECT t.id AS token_id, t.abilities, u.id, u.name, u.email
  FROM access_tokens t JOIN users u ON u.id = t.user_id CROSS JOIN blinding b
  WHERE t.id = $1::bigint AND sha256(t.secret_sha256 || b.nonce) = sha256($2::bytea || b.nonce)
    AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
),
hit AS (
  INSERT INTO rate_limits AS l (bucket, hits, window_started_at)
  SELECT $3::text || token.id, 1, clock_timestamp() FROM token${countHitUpsert}
),
used AS (
  UPDATE access_tokens t SET last_used_at = clock_timestamp() FROM token
  WHERE t.id = token.token_id AND (t.last_used_at IS NULL OR t.last_used_at <= clock_timestamp() - interval '1 minute')
)
SELECT token.id, token.name, token.email, token.token_id::int AS "tokenId", to_json(token.abilities) AS abilities,
  hit.hits, ${secondsLeft} AS "secondsLeft", hit.ends_at AS "endsAt"
FROM token CROSS JOIN hit`;

export async function admitToken(
  db: Db,
  input: { readonly id: number; readonly secretHash: Uint8Array; readonly bucketPrefix: string },
): Promise<{ readonly caller: TokenOwner; readonly count: BucketCount } | undefined> {
  const values = [input.id, input.secretHash, input.bucketPrefix];
  const [row] = await runFixedStatement<AdmittedRow>(db, admitTokenStatement, values);
  if (row === undefined) return undefined;
  const { hits, secondsLeft: left, endsAt, ...caller } = row;
  return { caller, count: { hits, secondsLeft: left, endsAt } };
}

export type NewToken = {
  readonly userId: number;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly abilities: readonly ("read" | "write")[];
};

export async function insertToken(db: Db, token: NewToken): Promise<number> {
  const [row] = await db
    .insert(accessTokens)
    .values({
      userId: token.userId,
      name: token.name,
      secretSha256: token.secretHash,
      abilities: [...token.abilities],
    })
    .returning({ id: accessTokens.id });
  if (row === undefined) throw new TypeError("A token was not stored.");
  return row.id;
}

export async function deleteToken(db: Db, tokenId: number): Promise<void> {
  await db.delete(accessTokens).where(eq(accessTokens.id, tokenId));
}
