import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { accessTokens, sessions } from "../../schema/accounts.ts";
import { columnsOf, type Db, type Placeholders, statement, unixTime } from "../../statement.ts";
import { abilityArray, type NewToken } from "./access-tokens.ts";
import { countedHit, rateLimitOf } from "./rate-limits.ts";

const SESSIONS_PER_USER_MAX = 20;

const TOKENS_PER_SESSION_MAX = 10;

const EXPIRED_SWEPT_MAX = 100;

const hasExpired = sql`${sessions.expiresAt} <= clock_timestamp()`;

/** A session ends after this time without a new token, and always after the given days. */
export type SessionLifetime = { readonly lifetimeMinutes: number; readonly lifetimeMaxDays: number };

type NewSession = SessionLifetime & { readonly idHash: Uint8Array; readonly userId: number };

export const insertSession = statement({
  name: "insert_session",
  effect: "writes",
  sql: ({ idHash, userId, lifetimeMinutes, lifetimeMaxDays }: Placeholders<NewSession>) => sql`
    WITH removed AS (
      DELETE FROM ${sessions} WHERE ${sessions.id} IN (
        SELECT id FROM ${sessions} WHERE ${sessions.id} IN (
          (SELECT id FROM ${sessions} WHERE ${sessions.userId} = ${userId}
           ORDER BY ${sessions.expiresAt} DESC, ${sessions.id} OFFSET ${SESSIONS_PER_USER_MAX - 1})
          UNION ALL
          (SELECT id FROM ${sessions} WHERE ${hasExpired} ORDER BY ${sessions.expiresAt} LIMIT ${EXPIRED_SWEPT_MAX}))
        FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO ${sessions} (id, user_id, expires_at, absolute_expires_at)
    SELECT ${idHash}, ${userId}, ${sessionEnds({ lifetimeMinutes, lifetimeMaxDays })}`,
});

export function sessionEnds({ lifetimeMinutes, lifetimeMaxDays }: Placeholders<SessionLifetime>): SQL {
  const last = sql`clock_timestamp() + make_interval(days => ${lifetimeMaxDays}::int)`;
  return sql`LEAST(clock_timestamp() + make_interval(mins => ${lifetimeMinutes}::int), ${last}), ${last}`;
}

type PresentedSessions = {
  /** Hexadecimal digests of the ids that the browser sends, separated by commas. */
  readonly idHashes: string;
  readonly bucketPrefix: string;
  readonly addressBucket: string;
};

const limitState = rateLimitOf(columnsOf("hit", ["hits", "ends_at"]));

/** Finds no session if several are unexpired, since an attacker may have given one of them to the browser. */
export const admitSession = statement({
  name: "admit_session",
  effect: "writes",
  returns: "only",
  row: () => limitState.row().extend({ id_hash: z.instanceof(Uint8Array).nullable() }),
  rows: "trusted",
  sql: ({ idHashes, bucketPrefix, addressBucket }: Placeholders<PresentedSessions>) => sql`
    WITH presented AS MATERIALIZED (
      SELECT id, user_id FROM ${sessions} WHERE NOT ${hasExpired}
        AND ${sessions.id} = ANY (ARRAY(SELECT decode(hash, 'hex') FROM unnest(string_to_array(${idHashes}, ',')) hash))
    ),
    session AS MATERIALIZED (SELECT id, user_id FROM presented WHERE (SELECT count(*) FROM presented) = 1),
    hit AS (${countedHit(
      sql`coalesce((SELECT ${bucketPrefix}::text || user_id FROM session), ${addressBucket}::text)`,
    )})
    SELECT (SELECT id FROM session) AS id_hash, ${limitState.columns} FROM hit`,
});

type SessionToken = Pick<NewToken, "name" | "secretHash"> & {
  readonly sessionIdHash: Uint8Array;
  readonly abilities: string;
  readonly lifetimeMinutes: number;
};

const insertToken = statement({
  name: "insert_session_token",
  effect: "writes",
  row: () => z.object({ id: z.int(), expires_at: z.number() }),
  sql: ({ sessionIdHash, name, secretHash, abilities, lifetimeMinutes }: Placeholders<SessionToken>) => sql`
    WITH session AS MATERIALIZED (
      UPDATE ${sessions} SET expires_at =
        LEAST(clock_timestamp() + make_interval(mins => ${lifetimeMinutes}::int), ${sessions.absoluteExpiresAt})
      WHERE ${sessions.id} = ${sessionIdHash}::bytea AND NOT ${hasExpired}
      RETURNING id, user_id, expires_at
    ),
    removed AS (
      DELETE FROM ${accessTokens} WHERE ${accessTokens.id} IN (
        SELECT id FROM ${accessTokens} WHERE ${accessTokens.sessionId} = ${sessionIdHash}::bytea
        ORDER BY ${accessTokens.id} DESC OFFSET ${TOKENS_PER_SESSION_MAX - 1})
    )
    INSERT INTO ${accessTokens} (user_id, session_id, expires_at, name, secret_sha256, abilities)
    SELECT user_id, id, expires_at, ${name}, ${secretHash}, ${abilities}::text[] FROM session
    RETURNING id::int, ${unixTime(sql`expires_at`)} AS expires_at`,
});

export async function insertSessionToken(
  db: Db,
  input: {
    readonly sessionIdHash: Uint8Array;
    readonly lifetimeMinutes: number;
    readonly token: Omit<NewToken, "userId">;
  },
): Promise<{ readonly id: number; readonly expires_at: number } | undefined> {
  const { name, secretHash, abilities } = input.token;
  const { sessionIdHash, lifetimeMinutes } = input;
  const values = { sessionIdHash, lifetimeMinutes, name, secretHash, abilities: abilityArray(abilities) };
  const [row] = await insertToken(db, values);
  return row;
}

export const deleteSession = statement({
  name: "delete_session",
  effect: "writes",
  sql: ({ idHash }: Placeholders<{ idHash: Uint8Array }>) =>
    sql`DELETE FROM ${sessions} WHERE ${sessions.id} = ${idHash}::bytea`,
});
