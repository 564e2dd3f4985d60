import { sql } from "drizzle-orm";
import * as z from "zod";

import { SESSIONS_PER_USER_MAX, TOKENS_PER_SESSION_MAX } from "../../lib/domain/session.ts";
import { accessTokens } from "../schema/access-tokens.ts";
import { rateLimits } from "../schema/rate-limits.ts";
import { sessions } from "../schema/sessions.ts";
import { type Db, type Placeholders, statement, unixTime } from "../statement.ts";
import { abilityArray, type NewToken } from "./access-tokens.ts";
import { type BucketCount, bucketCountColumns, bucketCountSchema, countHitUpsert } from "./rate-limits.ts";

/** Expired sessions that a new one sweeps out. */
const EXPIRED_SWEPT_MAX = 100;

const hasExpired = sql`${sessions.expiresAt} <= clock_timestamp()`;

type NewSession = { readonly idHash: Uint8Array; readonly userId: number; readonly lifetimeMinutes: number };

const insert = statement({
  name: "insert_session",
  effect: "writes",
  sql: ({ idHash, userId, lifetimeMinutes }: Placeholders<NewSession>) => sql`
    WITH removed AS (
      DELETE FROM ${sessions} WHERE ${sessions.id} IN (
        SELECT id FROM ${sessions} WHERE ${sessions.id} IN (
          (SELECT id FROM ${sessions} WHERE ${sessions.userId} = ${userId}
           ORDER BY ${sessions.expiresAt} DESC, ${sessions.id} OFFSET ${SESSIONS_PER_USER_MAX - 1})
          UNION ALL
          (SELECT id FROM ${sessions} WHERE ${hasExpired} ORDER BY ${sessions.expiresAt} LIMIT ${EXPIRED_SWEPT_MAX}))
        FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO ${sessions} (id, user_id, expires_at)
    VALUES (${idHash}, ${userId}, clock_timestamp() + make_interval(mins => ${lifetimeMinutes}::int))`,
});

/** Stores a session in place of the user's surplus and of some that have expired, whose tokens go with them. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await insert(db, session);
}

const admit = statement({
  name: "admit_session",
  effect: "writes",
  row: () => bucketCountSchema().extend({ userId: z.int() }),
  rows: "trusted",
  sql: ({ idHash, bucketPrefix }: Placeholders<{ idHash: Uint8Array; bucketPrefix: string }>) => sql`
    WITH session AS MATERIALIZED (
      SELECT user_id FROM ${sessions} WHERE ${sessions.id} = ${idHash}::bytea AND NOT ${hasExpired}
    ),
    hit AS (
      INSERT INTO ${rateLimits} (bucket, hits, window_started_at)
      SELECT ${bucketPrefix}::text || user_id, 1, clock_timestamp() FROM session${countHitUpsert}
    )
    SELECT session.user_id AS "userId", ${bucketCountColumns} FROM session CROSS JOIN hit`,
});

/** One round trip: finds a session that has not expired, and counts the request in its user's bucket. */
export async function admitSession(
  db: Db,
  input: { readonly idHash: Uint8Array; readonly bucketPrefix: string },
): Promise<({ readonly userId: number } & BucketCount) | undefined> {
  const [row] = await admit(db, input);
  return row;
}

type SessionToken = Pick<NewToken, "name" | "secretHash"> & {
  readonly sessionIdHash: Uint8Array;
  readonly abilities: string;
};

const insertToken = statement({
  name: "insert_session_token",
  effect: "writes",
  row: () => z.object({ id: z.int(), expiresAt: z.number() }),
  sql: ({ sessionIdHash, name, secretHash, abilities }: Placeholders<SessionToken>) => sql`
    WITH session AS MATERIALIZED (
      SELECT id, user_id, expires_at FROM ${sessions}
      WHERE ${sessions.id} = ${sessionIdHash}::bytea AND NOT ${hasExpired} FOR KEY SHARE
    ),
    removed AS (
      DELETE FROM ${accessTokens} WHERE ${accessTokens.id} IN (
        SELECT id FROM ${accessTokens} WHERE ${accessTokens.sessionId} = ${sessionIdHash}::bytea
        ORDER BY ${accessTokens.id} DESC OFFSET ${TOKENS_PER_SESSION_MAX - 1})
    )
    INSERT INTO ${accessTokens} (user_id, session_id, expires_at, name, secret_sha256, abilities)
    SELECT user_id, id, expires_at, ${name}, ${secretHash}, ${abilities}::text[] FROM session
    RETURNING id::int, ${unixTime(sql`expires_at`)} AS "expiresAt"`,
});

/** A token that ends with the session, in place of its oldest ones; undefined when the session has ended. */
export async function insertSessionToken(
  db: Db,
  input: { readonly sessionIdHash: Uint8Array; readonly token: Omit<NewToken, "userId"> },
): Promise<{ readonly id: number; readonly expiresAt: number } | undefined> {
  const { name, secretHash, abilities } = input.token;
  const { sessionIdHash } = input;
  const [row] = await insertToken(db, { sessionIdHash, name, secretHash, abilities: abilityArray(abilities) });
  return row;
}

const remove = statement({
  name: "delete_session",
  effect: "writes",
  sql: ({ idHash }: Placeholders<{ idHash: Uint8Array }>) =>
    sql`DELETE FROM ${sessions} WHERE ${sessions.id} = ${idHash}::bytea`,
});

/** Its tokens go with it. */
export async function deleteSession(db: Db, idHash: Uint8Array): Promise<void> {
  await remove(db, { idHash });
}
