import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { CODE_SECONDS, CONSENT_MINUTES, PENDING_REQUESTS_MAX } from "../../../lib/domain/oauth.ts";
import { projection } from "../../projection.ts";
import { sessions, users } from "../../schema/accounts.ts";
import { oauthRequests } from "../../schema/oauth.ts";
import { type Placeholders, statement } from "../../statement.ts";

const r = alias(oauthRequests, "r");
const s = alias(sessions, "s");
const u = alias(users, "u");

const consentTime = sql`make_interval(mins => ${CONSENT_MINUTES})`.inlineParams();
const codeTime = sql`make_interval(secs => ${CODE_SECONDS})`.inlineParams();

const account = projection({ name: u.name, email: u.email });

type NewRequest = {
  readonly sessionIdHash: Uint8Array;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  readonly abilities: string;
  readonly secretHash: Uint8Array;
};

/**
 * Stores a request until its user decides, and returns the user's account. Beyond the limit, the oldest are deleted.
 */
export const insertRequest = statement({
  name: "insert_request",
  effect: "writes",
  returns: "first",
  row: () => account.row().extend({ id: z.number(), expires_at: z.number() }),
  sql: (request: Placeholders<NewRequest>) => sql`
    WITH u AS MATERIALIZED (
      SELECT ${u.id}, ${u.name}, ${u.email} FROM ${sessions} s JOIN ${users} u ON ${u.id} = ${s.userId}
      WHERE ${s.id} = ${request.sessionIdHash}::bytea
    ),
    removed AS (
      DELETE FROM ${oauthRequests} WHERE ${oauthRequests.id} IN (
        SELECT ${r.id} FROM u JOIN ${oauthRequests} r ON ${r.userId} = ${u.id}
        ORDER BY ${r.id} DESC OFFSET ${PENDING_REQUESTS_MAX - 1})
    ),
    added AS (
      INSERT INTO ${oauthRequests}
        (session_id, user_id, client_id, client_name, redirect_uri, state, code_challenge, abilities, secret_sha256,
         expires_at)
      SELECT ${request.sessionIdHash}::bytea, ${u.id}, ${request.clientId}, ${request.clientName},
        ${request.redirectUri}, ${request.state}::text, ${request.codeChallenge}, ${request.abilities}::text[],
        ${request.secretHash}::bytea, clock_timestamp() + ${consentTime}
      FROM u RETURNING id::float8, extract(epoch FROM expires_at)::float8 AS expires_at
    )
    SELECT ${account.columns}, added.id, added.expires_at FROM u CROSS JOIN added`,
});

type Decision = {
  readonly id: number;
  readonly sessionIdHash: Uint8Array;
  readonly secretHash: Uint8Array;
  /** The abilities that the user allows. An empty list denies the request. */
  readonly abilities: string;
  readonly codeHash: Uint8Array;
};

/** Turns a request into a code that is valid for a minute, or deletes it. Each request can be decided once. */
export const decideRequest = statement({
  name: "decide_request",
  effect: "writes",
  returns: "first",
  row: () =>
    z.object({ redirect_uri: z.string(), state: z.string().nullable(), is_denied: z.boolean(), is_more: z.boolean() }),
  sql: ({ id, sessionIdHash, secretHash, abilities, codeHash }: Placeholders<Decision>) => sql`
    WITH pending AS MATERIALIZED (
      SELECT ${r.id}, ${r.redirectUri}, ${r.state}, cardinality(${abilities}::text[]) = 0 AS is_denied,
        NOT ${abilities}::text[] <@ ${r.abilities} AS is_more
      FROM ${oauthRequests} r
      WHERE ${r.id} = ${id}::bigint AND ${r.sessionId} = ${sessionIdHash}::bytea
        AND ${r.secretSha256} = ${secretHash}::bytea AND NOT ${r.isAllowed} AND ${r.expiresAt} > clock_timestamp()
      FOR UPDATE
    ),
    denied AS (DELETE FROM ${oauthRequests} r USING pending WHERE ${r.id} = pending.id AND is_denied),
    allowed AS (
      UPDATE ${oauthRequests} r SET is_allowed = true, abilities = ${abilities}::text[],
        secret_sha256 = ${codeHash}::bytea, expires_at = clock_timestamp() + ${codeTime}
      FROM pending WHERE ${r.id} = pending.id AND NOT is_denied AND NOT is_more
    )
    SELECT redirect_uri, state, is_denied, is_more FROM pending`,
});
