import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { ACCESS_TOKEN_SECONDS, GRANT_DAYS_MAX, GRANTS_MAX, REFRESH_DAYS } from "../../../lib/domain/oauth.ts";
import { projection, shown } from "../../projection.ts";
import { accessTokens } from "../../schema/accounts.ts";
import { oauthClients, oauthGrants, oauthRequests } from "../../schema/oauth.ts";
import { type Placeholders, statement } from "../../statement.ts";

const g = alias(oauthGrants, "g");
const r = alias(oauthRequests, "r");
const t = alias(accessTokens, "t");
const c = alias(oauthClients, "c");

const accessTime = sql`make_interval(secs => ${ACCESS_TOKEN_SECONDS})`.inlineParams();
const refreshTime = sql`make_interval(days => ${REFRESH_DAYS})`.inlineParams();
const grantTime = sql`make_interval(days => ${GRANT_DAYS_MAX})`.inlineParams();

const issued = projection({ id: shown(t.id, () => z.int()), abilities: t.abilities });

type NewSecrets = { readonly accessHash: Uint8Array; readonly refreshHash: Uint8Array };

type Exchange = NewSecrets & {
  readonly id: number;
  readonly codeHash: Uint8Array;
  readonly clientId: string;
  /** Null if the client does not send it. */
  readonly redirectUri: string | null;
  readonly codeChallenge: string;
  readonly familyHash: Uint8Array;
};

/**
 * Exchanges a code once. Returns the token, or the id of the one for which the code has been exchanged before, or
 * neither if the code is not valid or is another client's.
 */
export const exchangeCode = statement({
  name: "exchange_code",
  effect: "writes",
  returns: "first",
  row: () => z.object({ used_for: z.number().nullable(), token: issued.row().nullable() }),
  sql: (input: Placeholders<Exchange>) => sql`
    WITH request AS MATERIALIZED (
      SELECT ${r.id}, ${r.userId}, ${r.clientId}, ${r.clientName}, ${r.redirectUri}, ${r.abilities},
        ${r.tokenId} AS used_for,
        ${r.tokenId} IS NULL AND ${r.expiresAt} > clock_timestamp() AND ${r.clientId} = ${input.clientId}
          AND ${r.codeChallenge} = ${input.codeChallenge}
          AND ${r.redirectUri} = coalesce(${input.redirectUri}::text, ${r.redirectUri}) AS is_valid
      FROM ${oauthRequests} r
      WHERE ${r.id} = ${input.id}::bigint AND ${r.secretSha256} = ${input.codeHash}::bytea AND ${r.isAllowed}
      FOR UPDATE
    ),
    removed AS (
      DELETE FROM ${accessTokens} WHERE ${accessTokens.id} IN (
        SELECT ${g.tokenId} FROM request JOIN ${oauthGrants} g ON ${g.userId} = request.user_id
        WHERE request.is_valid ORDER BY ${g.tokenId} DESC OFFSET ${GRANTS_MAX - 1})
    ),
    t AS (
      INSERT INTO ${accessTokens} (user_id, kind, name, secret_sha256, abilities, expires_at)
      SELECT user_id, 'oauth', client_name, ${input.accessHash}::bytea, abilities, clock_timestamp() + ${accessTime}
      FROM request WHERE is_valid RETURNING id, abilities
    ),
    granted AS (
      INSERT INTO ${oauthGrants}
        (token_id, user_id, client_id, redirect_uri, family_sha256, refresh_sha256, expires_at, absolute_expires_at)
      SELECT ${t.id}, user_id, client_id, redirect_uri, ${input.familyHash}::bytea, ${input.refreshHash}::bytea,
        clock_timestamp() + ${refreshTime}, clock_timestamp() + ${grantTime}
      FROM request CROSS JOIN t
    ),
    used AS (UPDATE ${oauthRequests} r SET token_id = ${t.id} FROM request, t WHERE ${r.id} = request.id),
    touched AS (
      UPDATE ${oauthClients} c SET last_used_at = clock_timestamp() FROM request
      WHERE ${c.id} = request.client_id AND is_valid
    )
    SELECT used_for::float8 AS used_for, (SELECT ${issued.json} FROM t) AS token FROM request`,
});

type Refresh = NewSecrets & {
  readonly id: number;
  readonly familyHash: Uint8Array;
  readonly usedHash: Uint8Array;
  readonly clientId: string;
};

/** Replaces both tokens of a grant. A refresh token that was replaced before ends the grant. */
export const refreshGrant = statement({
  name: "refresh_grant",
  effect: "writes",
  returns: "first",
  row: () => z.object({ is_reused: z.boolean(), token: issued.row().nullable() }),
  sql: ({ id, familyHash, usedHash, clientId, accessHash, refreshHash }: Placeholders<Refresh>) => sql`
    WITH presented AS MATERIALIZED (
      SELECT ${g.tokenId}, ${g.refreshSha256} <> ${usedHash}::bytea AS is_reused, ${g.absoluteExpiresAt},
        ${g.clientId} = ${clientId} AND ${g.expiresAt} > clock_timestamp() AS is_valid
      FROM ${oauthGrants} g WHERE ${g.tokenId} = ${id}::bigint AND ${g.familySha256} = ${familyHash}::bytea
      FOR UPDATE
    ),
    ended AS (DELETE FROM ${accessTokens} t USING presented WHERE ${t.id} = token_id AND is_reused),
    rotated AS (
      UPDATE ${oauthGrants} g SET refresh_sha256 = ${refreshHash}::bytea,
        expires_at = least(clock_timestamp() + ${refreshTime}, presented.absolute_expires_at)
      FROM presented WHERE ${g.tokenId} = presented.token_id AND NOT is_reused AND is_valid
    ),
    t AS (
      UPDATE ${accessTokens} t SET secret_sha256 = ${accessHash}::bytea,
        expires_at = least(clock_timestamp() + ${accessTime}, absolute_expires_at)
      FROM presented WHERE ${t.id} = token_id AND NOT is_reused AND is_valid RETURNING ${t.id}, ${t.abilities}
    )
    SELECT is_reused, (SELECT ${issued.json} FROM t) AS token FROM presented`,
});

type Revoked = {
  readonly id: number;
  readonly clientId: string;
  /** The digest of an access token's secret, or of the secret that all refresh tokens of a grant share. */
  readonly secretHash: Uint8Array;
};

/** Ends the grant of a client's access token or refresh token. */
export const revokeGrant = statement({
  name: "revoke_grant",
  effect: "writes",
  sql: ({ id, clientId, secretHash }: Placeholders<Revoked>) => sql`
    DELETE FROM ${accessTokens} t USING ${oauthGrants} g
    WHERE ${g.tokenId} = ${t.id} AND ${t.id} = ${id}::bigint AND ${g.clientId} = ${clientId}
      AND ${secretHash}::bytea IN (${t.secretSha256}, ${g.familySha256})`,
});
