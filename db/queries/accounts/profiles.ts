import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { projection, type RowOf } from "../../projection.ts";
import { accessTokens, passwordAttempts, rateLimits, sessions, users } from "../../schema/accounts.ts";
import { oauthRequests } from "../../schema/oauth.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { loginAccount, ownAccount } from "./password-attempts.ts";

const u = alias(users, "u");
const t = alias(accessTokens, "t");
const s = alias(sessions, "s");
const p = alias(passwordAttempts, "p");
const r = alias(rateLimits, "r");
const o = alias(oauthRequests, "o");

const profile = projection({ id: u.id, name: u.name, email: u.email, created_at: u.createdAt });
export type ProfileRow = RowOf<typeof profile>;

export const findProfile = statement({
  name: "find_profile",
  effect: "reads",
  returns: "first",
  row: profile.row,
  rows: "trusted",
  sql: ({ userId }: Placeholders<{ userId: number }>) =>
    sql`SELECT ${profile.columns} FROM ${users} u WHERE ${u.id} = ${userId}`,
});

type ChangedProfile = { readonly userId: number; readonly name: string | null; readonly email: string | null };

export const updateProfile = statement({
  name: "update_profile",
  effect: "writes",
  returns: "first",
  row: profile.row,
  rows: "trusted",
  sql: ({ userId, name, email }: Placeholders<ChangedProfile>) => sql`
    UPDATE ${users} u SET name = coalesce(${name}::text, ${u.name}), email = coalesce(${email}::text, ${u.email}),
      email_confirmed_at = CASE WHEN coalesce(${email}::text, ${u.email}) = ${u.email} THEN ${u.emailConfirmedAt} END,
      updated_at = clock_timestamp()
    WHERE ${u.id} = ${userId} RETURNING ${profile.columns}`,
});

/** Returns false for a time that has not come. */
export const saveEventsSeen = statement({
  name: "save_events_seen",
  effect: "writes",
  returns: "any",
  sql: ({ userId, until }: Placeholders<{ userId: number; until: number }>) => sql`
    UPDATE ${users} u SET events_seen_until = to_timestamp(${until}::float8)
    WHERE ${u.id} = ${userId} AND to_timestamp(${until}::float8) <= clock_timestamp() RETURNING ${u.id}`,
});

type ChangedPassword = {
  readonly userId: number;
  /** The hash that was compared. If it has changed meanwhile, nothing is written. */
  readonly formerHash: string;
  readonly passwordHash: string;
  readonly revokesOthers: boolean;
  readonly tokenId: number;
};

/** If others are revoked, the caller's token and session stay, and no longer end with the token that created them. */
export const updatePassword = statement({
  name: "update_password",
  effect: "writes",
  returns: "any",
  sql: ({ userId, formerHash, passwordHash, revokesOthers, tokenId }: Placeholders<ChangedPassword>) => sql`
    WITH changed AS (
      UPDATE ${users} u SET password = ${passwordHash}, updated_at = clock_timestamp()
      WHERE ${u.id} = ${userId} AND ${u.password} = ${formerHash}
      RETURNING ${u.id}, ${revokesOthers}::boolean AS revokes
    ),
    ended_sessions AS (
      DELETE FROM ${sessions} s USING changed WHERE ${s.userId} = changed.id AND changed.revokes
        AND ${s.id} IS DISTINCT FROM (SELECT ${t.sessionId} FROM ${accessTokens} t WHERE ${t.id} = ${tokenId}::bigint)
    ),
    kept AS (
      UPDATE ${accessTokens} t SET created_by = NULL FROM changed
      WHERE ${t.id} = ${tokenId}::bigint AND changed.revokes AND ${t.createdBy} IS NOT NULL
    ),
    ended_requests AS (DELETE FROM ${oauthRequests} o USING changed WHERE ${o.userId} = changed.id AND changed.revokes),
    ended_tokens AS (
      DELETE FROM ${accessTokens} t USING changed
      WHERE ${t.userId} = changed.id AND changed.revokes AND ${t.id} <> ${tokenId}::bigint
    )
    SELECT id FROM changed`,
});

/**
 * Ends what clients got while the password changed: a statement does not see tokens that were added after it began. It
 * follows once the requests are deleted, for which that waits.
 */
export const endGrants = statement({
  name: "end_grants",
  effect: "writes",
  sql: ({ userId }: Placeholders<{ userId: number }>) =>
    sql`DELETE FROM ${accessTokens} t WHERE ${t.userId} = ${userId} AND ${t.kind} = 'oauth'`,
});

type NewPassword = { readonly email: string; readonly passwordHash: string; readonly revokes: boolean };

export const resetPassword = statement({
  name: "reset_password",
  effect: "writes",
  returns: "first",
  row: () => z.object({ id: z.int(), email: z.string(), revoked_tokens: z.int() }),
  sql: ({ email, passwordHash, revokes }: Placeholders<NewPassword>) => sql`
    WITH changed AS (
      UPDATE ${users} u SET password = ${passwordHash}, updated_at = clock_timestamp()
      WHERE lower(${u.email}) = lower(${email}) RETURNING ${u.id}, ${u.email}, ${revokes}::boolean AS revokes
    ),
    forgotten AS (${deleteAttempts(sql`changed`)}),
    ended_sessions AS (DELETE FROM ${sessions} s USING changed WHERE ${s.userId} = changed.id AND changed.revokes),
    ended_requests AS (DELETE FROM ${oauthRequests} o USING changed WHERE ${o.userId} = changed.id AND changed.revokes),
    ended_tokens AS (
      DELETE FROM ${accessTokens} t USING changed WHERE ${t.userId} = changed.id AND changed.revokes RETURNING 1
    )
    SELECT id, email, (SELECT count(*)::int FROM ended_tokens) AS revoked_tokens FROM changed`,
});

/** Deletes also counters, which contain the user's id or email. */
export const deleteUser = statement({
  name: "delete_user",
  effect: "writes",
  returns: "any",
  sql: ({ userId }: Placeholders<{ userId: number }>) => deletion(sql`${u.id} = ${userId}`),
});

export const deleteUserByEmail = statement({
  name: "delete_user_by_email",
  effect: "writes",
  returns: "first",
  row: () => z.object({ id: z.int() }),
  sql: ({ email }: Placeholders<{ email: string }>) => deletion(sql`lower(${u.email}) = lower(${email})`),
});

function deletion(isWanted: SQL): SQL {
  return sql`
    WITH gone AS (DELETE FROM ${users} u WHERE ${isWanted} RETURNING ${u.id}, ${u.email}),
    forgotten AS (${deleteAttempts(sql`gone`)}),
    uncounted AS (
      DELETE FROM ${rateLimits} r USING gone
      WHERE ${r.bucket} IN (
        'user:' || gone.id, 'auth:user:' || gone.id, 'test:user:' || gone.id, 'day:documents:' || gone.id
      )
    )
    SELECT id FROM gone`;
}

function deleteAttempts(changed: SQL): SQL {
  const [id, email] = [sql`${changed}.id`, sql`${changed}.email`];
  const accounts = sql`(${ownAccount(id)}, ${loginAccount(email)})`;
  return sql`
    DELETE FROM ${passwordAttempts} p USING ${changed} WHERE ${p.bucket} IN ${accounts} OR ${p.account} IN ${accounts}`;
}
