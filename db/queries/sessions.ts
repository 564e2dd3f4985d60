import { eq } from "drizzle-orm";

import { SESSION_LIFETIME_MINUTES, SESSIONS_PER_USER_MAX, TOKENS_PER_SESSION_MAX } from "../../lib/domain/session.ts";
import type { Db } from "../client.ts";
import { sessions } from "../schema/sessions.ts";
import type { NewToken } from "./access-tokens.ts";
import { runFixedStatement } from "./fixed-statement.ts";
import { type BucketCount, countHitUpsert, secondsLeft } from "./rate-limits.ts";

/** Expired sessions that a new one sweeps out. */
const EXPIRED_SWEPT_MAX = 100;

const insertSessionStatement = `
WITH removed AS (
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE id IN (
      (SELECT id FROM sessions WHERE user_id = $2 ORDER BY expires_at DESC, id OFFSET ${SESSIONS_PER_USER_MAX - 1})
      UNION ALL
      (SELECT id FROM sessions WHERE expires_at <= clock_timestamp() ORDER BY expires_at LIMIT ${EXPIRED_SWEPT_MAX}))
    FOR UPDATE SKIP LOCKED)
)
INSERT INTO sessions (id, user_id, expires_at)
VALUES ($1, $2, clock_timestamp() + interval '${SESSION_LIFETIME_MINUTES} minutes')`;

/** Stores a session in place of the user's surplus and of some that have expired, whose tokens go with them. */
export async function insertSession(
  db: Db,
  session: { readonly idHash: Uint8Array; readonly userId: number },
): Promise<void> {
  await runFixedStatement(db, insertSessionStatement, [session.idHash, session.userId]);
}

const admitSessionStatement = `
WITH session AS MATERIALIZED (
  SELECT user_id FROM sessions WHERE id = $1::bytea AND expires_at > clock_timestamp()
),
hit AS (
  INSERT INTO rate_limits AS l (bucket, hits, window_started_at)
  SELECT $2::text || user_id, 1, clock_timestamp() FROM session${countHitUpsert}
)
SELECT session.user_id AS "userId", hit.hits, ${secondsLeft} AS "secondsLeft", hit.ends_at AS "endsAt"
FROM session CROSS JOIN hit`;

/** One round trip: finds a session that has not expired, and counts the request in its user's bucket. */
export async function admitSession(
  db: Db,
  input: { readonly idHash: Uint8Array; readonly bucketPrefix: string },
): Promise<({ readonly userId: number } & BucketCount) | undefined> {
  const [row] = await runFixedStatement<{ userId: number } & BucketCount>(db, admitSessionStatement, [
    input.idHash,
    input.bucketPrefix,
  ]);
  return row;
}

const insertSessionTokenStatement = `
WITH session AS MATERIALIZED (
  SELECT id, user_id, expires_at FROM sessions WHERE id = $1::bytea AND expires_at > clock_timestamp() FOR KEY SHARE
),
removed AS (
  DELETE FROM access_tokens WHERE id IN (
    SELECT id FROM access_tokens WHERE session_id = $1::bytea ORDER BY id DESC OFFSET ${TOKENS_PER_SESSION_MAX - 1})
)
INSERT INTO access_tokens (user_id, session_id, expires_at, name, secret_sha256, abilities)
SELECT user_id, id, expires_at, $2, $3, $4::text[] FROM session
RETURNING id::int, extract(epoch FROM expires_at)::float8 AS "expiresAt"`;

/** A token that ends with the session, in place of its oldest ones; undefined when the session has ended. */
export async function insertSessionToken(
  db: Db,
  input: { readonly sessionIdHash: Uint8Array; readonly token: Omit<NewToken, "userId"> },
): Promise<{ readonly id: number; readonly expiresAt: number } | undefined> {
  const { token } = input;
  const [row] = await runFixedStatement<{ id: number; expiresAt: number }>(db, insertSessionTokenStatement, [
    input.sessionIdHash,
    token.name,
    token.secretHash,
    `{${token.abilities.join(",")}}`,
  ]);
  return row;
}

/** Its tokens go with it. */
export async function deleteSession(db: Db, idHash: Uint8Array): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, idHash));
}
