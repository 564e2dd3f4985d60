import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { API_TOKENS_MAX, tokenKinds } from "../../../lib/domain/api-token.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { projection, type RowOf, shown, type TableColumns } from "../../projection.ts";
import { accessTokens, sessions } from "../../schema/accounts.ts";
import { oauthGrants } from "../../schema/oauth.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { abilityArray, type NewToken } from "./access-tokens.ts";

const g = alias(oauthGrants, "g");
const grant = projection({ id: g.clientId, redirect_uri: g.redirectUri });

const tokenOf = (token: TableColumns<typeof accessTokens>) =>
  projection({
    id: token.id,
    name: token.name,
    kind: shown(sql`CASE WHEN ${token.sessionId} IS NULL THEN ${token.kind} ELSE 'session' END`, () =>
      z.enum(tokenKinds),
    ),
    abilities: token.abilities,
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    expires_at: token.expiresAt,
    client: shown(sql`(SELECT ${grant.json} FROM ${oauthGrants} g WHERE ${g.tokenId} = ${token.id})`, () =>
      grant.row().nullable(),
    ),
  });
export type ApiTokenRow = RowOf<ReturnType<typeof tokenOf>>;

type TokenPage = {
  readonly userId: number;
  readonly tokenId: number;
  readonly limit: number;
  readonly offset: number;
  readonly afterId: number | null;
};

const s = alias(sessions, "s");
const t = alias(accessTokens, "t");
const page = alias(accessTokens, "page");
const pageToken = tokenOf(page);
const newToken = tokenOf(t);

/** A session has a token for each loaded page, and all of them are one row. */
const source = sql`coalesce(${t.sessionId}, int8send(${t.id}))`;
const ofSource = (order: SQL) => sql`OVER (PARTITION BY ${source}${order})`;

/** A client's access token is replaced when it has expired, so its grant decides. */
const end = sql`CASE WHEN ${t.kind} = 'oauth'
  THEN (SELECT ${g.expiresAt} FROM ${oauthGrants} g WHERE ${g.tokenId} = ${t.id}) ELSE ${t.expiresAt} END`;
const isValid = sql`(${t.expiresAt} IS NULL OR ${end} > now())`;

export const listTokens = statement({
  name: "list_tokens",
  effect: "reads",
  returns: "only",
  row: () => countedPageSchema(pageToken.row()),
  rows: "trusted",
  sql: ({ userId, tokenId, limit, offset, afterId }: Placeholders<TokenPage>) =>
    countedPage({
      total: sql`
        SELECT count(DISTINCT ${source})::int FROM ${accessTokens} t WHERE ${t.userId} = ${userId} AND ${isValid}`,
      page: sql`
        SELECT ${pageToken.columns} FROM (
          SELECT ${t.id}, ${t.name}, ${t.kind}, ${t.sessionId}, ${t.abilities},
            coalesce(${s.createdAt}, ${t.createdAt}) AS created_at,
            max(${t.lastUsedAt}) ${ofSource(sql``)} AS last_used_at,
            coalesce(${s.expiresAt}, ${end}) AS expires_at,
            row_number() ${ofSource(sql` ORDER BY ${t.id} = ${tokenId}::bigint DESC, ${t.id} DESC`)} AS place
          FROM ${accessTokens} t LEFT JOIN ${sessions} s ON ${s.id} = ${t.sessionId}
          WHERE ${t.userId} = ${userId} AND ${isValid}
        ) page WHERE place = 1 AND (${afterId}::bigint IS NULL OR ${page.id} < ${afterId}::bigint)
        ORDER BY ${page.id} DESC LIMIT ${limit}
        OFFSET CASE WHEN ${afterId}::bigint IS NULL THEN ${offset}::int ELSE 0 END`,
    }),
});

type NewApiToken = NewToken & {
  /** Unix time. */
  readonly expiresAt: number | null;
  /** The token of the request. A token that it creates ends with it. */
  readonly creatorId: number;
};

const insert = statement({
  name: "insert_api_token",
  effect: "writes",
  row: () => z.object({ token: newToken.row().nullable(), is_full: z.boolean(), is_revoked: z.boolean() }),
  sql: (token: Placeholders<Omit<NewApiToken, "abilities"> & { abilities: string }>) => sql`
    WITH locked AS MATERIALIZED (SELECT lock_api_tokens(${token.userId}::int) AS taken),
    creator AS MATERIALIZED (
      SELECT ${t.id}, ${t.kind} = 'api' AS is_api, ${t.expiresAt} FROM locked CROSS JOIN ${accessTokens} t
      WHERE ${t.id} = ${token.creatorId} FOR KEY SHARE OF t
    ),
    terms AS (
      SELECT coalesce(taken >= ${API_TOKENS_MAX}, true) AS is_full, creator.id IS NULL AS is_revoked,
        to_timestamp(${token.expiresAt}::float8) AS wanted, CASE WHEN is_api THEN creator.expires_at END AS latest,
        CASE WHEN is_api THEN creator.id END AS created_by
      FROM locked LEFT JOIN creator ON true
    ),
    added AS (
      INSERT INTO ${accessTokens} AS t (user_id, kind, name, secret_sha256, abilities, expires_at, created_by)
      SELECT ${token.userId}::int, 'api', ${token.name}, ${token.secretHash}::bytea, ${token.abilities}::text[],
        least(wanted, latest), created_by
      FROM terms WHERE NOT is_full AND NOT is_revoked AND (wanted IS NULL OR wanted > clock_timestamp())
      RETURNING ${newToken.json} AS token
    )
    SELECT added.token, is_full, is_revoked FROM terms LEFT JOIN added ON true`,
});

type Rejection = "revoked" | "full" | "expired";

export async function insertApiToken(db: Db, token: NewApiToken): Promise<ApiTokenRow | Rejection> {
  const row = onlyRow(await insert(db, { ...token, abilities: abilityArray(token.abilities) }));
  if (row.is_revoked) return "revoked";
  return row.token ?? (row.is_full ? "full" : "expired");
}

/** Deletes by cascade what an API token has created, a client's grant, and all tokens of a session. */
export const deleteApiToken = statement({
  name: "delete_api_token",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    WITH ended AS (
      DELETE FROM ${sessions} s USING ${accessTokens} t
      WHERE ${t.id} = ${id} AND ${t.userId} = ${userId} AND ${s.id} = ${t.sessionId} RETURNING 1
    ),
    revoked AS (
      DELETE FROM ${accessTokens} t
      WHERE ${t.id} = ${id} AND ${t.userId} = ${userId} AND ${t.kind} IN ('api', 'oauth') RETURNING 1
    )
    SELECT 1 FROM ended UNION ALL SELECT 1 FROM revoked`,
});
