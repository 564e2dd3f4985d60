import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { API_TOKENS_MAX, abilities, tokenKinds } from "../../../lib/domain/api-token.ts";
import { accessTokens, sessions } from "../../schema/accounts.ts";
import { columns, type Db, jsonObject, onlyRow, type Placeholders, statement, unixTime } from "../../statement.ts";
import { abilityArray, type NewToken } from "./access-tokens.ts";

const tokenSchema = () =>
  z.object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(tokenKinds),
    abilities: z.array(z.enum(abilities)),
    /** Unix time, as are the others. */
    createdAt: z.number(),
    lastUsedAt: z.number().nullable(),
    expiresAt: z.number().nullable(),
  });
export type ApiTokenRow = Readonly<z.infer<ReturnType<typeof tokenSchema>>>;

const t = alias(accessTokens, "t");

type TokenColumn = "id" | "name" | "kind" | "sessionId" | "abilities" | "createdAt" | "lastUsedAt" | "expiresAt";

function tokenFields(token: Record<TokenColumn, SQLWrapper>) {
  return {
    id: sql`${token.id}::int`,
    name: token.name,
    kind: sql`CASE WHEN ${token.sessionId} IS NULL THEN ${token.kind} ELSE 'session' END`,
    abilities: token.abilities,
    createdAt: unixTime(token.createdAt),
    lastUsedAt: unixTime(token.lastUsedAt),
    expiresAt: unixTime(token.expiresAt),
  };
}

type TokenPage = {
  readonly userId: number;
  /** The token of the request, which stands for its session. */
  readonly tokenId: number;
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this token, whatever the offset; null for the offset. */
  readonly afterId: number | null;
};

const s = alias(sessions, "s");

/** A session has a token for each page that was loaded; all of them are one row. */
const source = sql`coalesce(${t.sessionId}, int8send(${t.id}))`;
const ofSource = (order: SQL) => sql`OVER (PARTITION BY ${source}${order})`;

const shown = {
  id: sql`shown.id`,
  name: sql`shown.name`,
  kind: sql`shown.kind`,
  sessionId: sql`shown.session_id`,
  abilities: sql`shown.abilities`,
  createdAt: sql`shown.created_at`,
  lastUsedAt: sql`shown.last_used_at`,
  expiresAt: sql`shown.expires_at`,
};

const isValid = sql`(${t.expiresAt} IS NULL OR ${t.expiresAt} > clock_timestamp())`;

const readTokens = statement({
  name: "list_tokens",
  effect: "reads",
  row: tokenSchema,
  rows: "trusted",
  sql: ({ userId, tokenId, limit, offset, afterId }: Placeholders<TokenPage>) => sql`
    SELECT ${columns(tokenFields(shown))} FROM (
      SELECT ${t.id}, ${t.name}, ${t.kind}, ${t.sessionId}, ${t.abilities},
        coalesce(${s.createdAt}, ${t.createdAt}) AS created_at, max(${t.lastUsedAt}) ${ofSource(sql``)} AS last_used_at,
        coalesce(${s.expiresAt}, ${t.expiresAt}) AS expires_at,
        row_number() ${ofSource(sql` ORDER BY ${t.id} = ${tokenId}::bigint DESC, ${t.id} DESC`)} AS place
      FROM ${accessTokens} t LEFT JOIN ${sessions} s ON ${s.id} = ${t.sessionId}
      WHERE ${t.userId} = ${userId} AND ${isValid}
    ) shown WHERE place = 1 AND (${afterId}::bigint IS NULL OR ${shown.id} < ${afterId}::bigint)
    ORDER BY ${shown.id} DESC LIMIT ${limit} OFFSET CASE WHEN ${afterId}::bigint IS NULL THEN ${offset}::int ELSE 0 END`,
});

const countTokens = statement({
  name: "count_tokens",
  effect: "reads",
  returns: "only",
  row: () => z.object({ total: z.int() }),
  rows: "trusted",
  sql: ({ userId }: Placeholders<Pick<TokenPage, "userId">>) => sql`
    SELECT count(DISTINCT ${source})::int AS total FROM ${accessTokens} t WHERE ${t.userId} = ${userId} AND ${isValid}`,
});

/** Returns a page of the user's unexpired tokens, newest first, one of each session, and how many there are in all. */
export async function listTokens(db: Db, input: TokenPage) {
  const [rows, { total }] = await Promise.all([readTokens(db, input), countTokens(db, { userId: input.userId })]);
  return { rows, total };
}

type NewApiToken = NewToken & {
  /** Unix time. */
  readonly expiresAt: number | null;
  /** The token of the request. What an API token creates does not outlive it, whether it expires or is revoked. */
  readonly creatorId: number;
};

const insert = statement({
  name: "insert_api_token",
  effect: "writes",
  row: () => z.object({ token: tokenSchema().nullable(), isFull: z.boolean(), isRevoked: z.boolean() }),
  sql: (token: Placeholders<Omit<NewApiToken, "abilities"> & { abilities: string }>) => sql`
    WITH turn AS MATERIALIZED (SELECT api_tokens_in_turn(${token.userId}::int) AS taken),
    creator AS MATERIALIZED (
      SELECT ${t.id}, ${t.kind} = 'api' AS is_api, ${t.expiresAt} FROM turn CROSS JOIN ${accessTokens} t
      WHERE ${t.id} = ${token.creatorId} FOR KEY SHARE OF t
    ),
    terms AS (
      SELECT coalesce(taken >= ${API_TOKENS_MAX}, true) AS is_full, creator.id IS NULL AS is_revoked,
        to_timestamp(${token.expiresAt}::float8) AS wanted, CASE WHEN is_api THEN creator.expires_at END AS latest,
        CASE WHEN is_api THEN creator.id END AS created_by
      FROM turn LEFT JOIN creator ON true
    ),
    added AS (
      INSERT INTO ${accessTokens} AS t (user_id, kind, name, secret_sha256, abilities, expires_at, created_by)
      SELECT ${token.userId}::int, 'api', ${token.name}, ${token.secretHash}::bytea, ${token.abilities}::text[],
        least(wanted, latest), created_by
      FROM terms WHERE NOT is_full AND NOT is_revoked AND (wanted IS NULL OR wanted > clock_timestamp())
      RETURNING ${jsonObject(tokenFields(t))} AS token
    )
    SELECT added.token, is_full AS "isFull", is_revoked AS "isRevoked"
    FROM terms LEFT JOIN added ON true`,
});

type Rejection = "revoked" | "full" | "expired";

/**
 * Inserts a token, unless the one of the request has been revoked meanwhile, the user has as many as they may, or its
 * end is in the past.
 */
export async function insertApiToken(db: Db, token: NewApiToken): Promise<ApiTokenRow | Rejection> {
  const row = onlyRow(await insert(db, { ...token, abilities: abilityArray(token.abilities) }));
  if (row.isRevoked) return "revoked";
  return row.token ?? (row.isFull ? "full" : "expired");
}

/**
 * Deletes one of the user's API tokens, and by cascade those that it has created, or the session of a token with all of
 * its tokens. Returns whether there was one.
 */
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
      DELETE FROM ${accessTokens} t WHERE ${t.id} = ${id} AND ${t.userId} = ${userId} AND ${t.kind} = 'api' RETURNING 1
    )
    SELECT 1 FROM ended UNION ALL SELECT 1 FROM revoked`,
});
