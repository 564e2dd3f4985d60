import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Ability } from "../../../lib/domain/api-token.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { accessTokens, users } from "../../schema/accounts.ts";
import { columnsOf, type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { countedHit, type RateLimitState, rateLimitOf } from "./rate-limits.ts";

type Presented = {
  readonly id: number;
  readonly secretHash: Uint8Array;
  readonly bucketPrefix: string;
  readonly addressBucket: string;
};

/** The precision of a token's last use. A request that follows sooner writes nothing. */
export const LAST_USE_MINUTES = 5;

const lastUseAge = sql`make_interval(mins => ${LAST_USE_MINUTES})`.inlineParams();

const t = alias(accessTokens, "t");
const u = alias(users, "u");

const user = projection({
  id: u.id,
  name: u.name,
  email: u.email,
  // The column is not converted, so that an index finds the token by it.
  token_id: shown(t.id, () => z.int()),
  abilities: t.abilities,
  kind: t.kind,
});
export type AuthenticatedUser = RowOf<typeof user>;

const limitState = rateLimitOf(columnsOf("hit", ["hits", "ends_at"]));

const admit = statement({
  name: "admit_token",
  effect: "writes",
  returns: "only",
  row: () => limitState.row().extend({ user: user.row().nullable() }),
  rows: "trusted",
  sql: ({ id, secretHash, bucketPrefix, addressBucket }: Placeholders<Presented>) => sql`
    WITH blinding AS MATERIALIZED (SELECT uuid_send(gen_random_uuid()) AS salt),
    token AS MATERIALIZED (
      SELECT ${user.columns}, ${t.expiresAt} <= clock_timestamp() IS TRUE AS ended
      FROM blinding b, ${accessTokens} t JOIN ${users} u ON ${u.id} = ${t.userId}
      WHERE ${t.id} = ${id}::bigint AND sha256(${t.secretSha256} || b.salt) = sha256(${secretHash}::bytea || b.salt)
    ),
    hit AS (${countedHit(
      // An expired token has a bucket of its own: unknown ones from its address never hide its 401.
      sql`coalesce((SELECT CASE WHEN ended THEN 'token:' || token_id ELSE ${bucketPrefix}::text || id END FROM token),
      ${addressBucket}::text)`,
    )}),
    used AS (
      UPDATE ${accessTokens} t SET last_used_at = clock_timestamp() FROM token WHERE ${t.id} = token_id AND NOT ended
      AND coalesce(${t.lastUsedAt} <= clock_timestamp() - ${lastUseAge}, true)
    )
    SELECT (SELECT row_to_json(token) FROM token WHERE NOT ended) AS "user", ${limitState.columns} FROM hit`,
});

/** Compares digests blinded, so that timing reveals nothing about the stored one. */
export async function admitToken(
  db: Db,
  input: Presented,
): Promise<{ readonly user: AuthenticatedUser | null; readonly limit: RateLimitState }> {
  const { user, ...limit } = await admit(db, input);
  return { user, limit };
}

export type NewToken = {
  readonly userId: number;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly abilities: readonly Ability[];
};

export function abilityArray(abilities: NewToken["abilities"]): string {
  return `{${abilities.join(",")}}`;
}

const insert = statement({
  name: "insert_token",
  effect: "writes",
  row: () => z.object({ id: z.int() }),
  sql: (token: Placeholders<Omit<NewToken, "abilities"> & { abilities: string }>) => sql`
    INSERT INTO ${accessTokens} (user_id, name, secret_sha256, abilities)
    VALUES (${token.userId}, ${token.name}, ${token.secretHash}::bytea, ${token.abilities}::text[])
    RETURNING id::int`,
});

export async function insertToken(db: Db, token: NewToken): Promise<number> {
  return onlyRow(await insert(db, { ...token, abilities: abilityArray(token.abilities) })).id;
}

export const deleteToken = statement({
  name: "delete_token",
  effect: "writes",
  sql: ({ tokenId }: Placeholders<{ tokenId: number }>) =>
    sql`DELETE FROM ${accessTokens} WHERE ${accessTokens.id} = ${tokenId}`,
});
