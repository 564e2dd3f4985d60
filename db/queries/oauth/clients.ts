import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { CLIENTS_PER_ADDRESS_AND_DAY } from "../../../lib/domain/oauth.ts";
import { projection, type RowOf } from "../../projection.ts";
import { sessions } from "../../schema/accounts.ts";
import { oauthClients } from "../../schema/oauth.ts";
import { columnsOf, type Placeholders, statement } from "../../statement.ts";
import { countedHit, DAY_BUCKETS, DAY_SECONDS, rateLimitOf } from "../accounts/rate-limits.ts";

const c = alias(oauthClients, "c");
const s = alias(sessions, "s");
const client = projection({ id: c.id, kind: c.kind, name: c.name, redirect_uris: c.redirectUris });
export type ClientRow = RowOf<typeof client>;

/** Finds a registered client, or one whose stored document is still valid. */
export const findClient = statement({
  name: "find_client",
  effect: "reads",
  returns: "first",
  row: client.row,
  sql: ({ id }: Placeholders<{ id: string }>) => sql`
    SELECT ${client.columns} FROM ${oauthClients} c
    WHERE ${c.id} = ${id} AND (${c.readUntil} IS NULL OR ${c.readUntil} > clock_timestamp())`,
});

const uriList = (json: Placeholders<{ redirectUris: string }>["redirectUris"]) =>
  sql`ARRAY(SELECT jsonb_array_elements_text(${json}::jsonb))`;

type Described = { readonly id: string; readonly name: string /** A JSON array. */; readonly redirectUris: string };

/** Stores the content of a client's document for the given number of seconds. */
export const saveDocument = statement({
  name: "save_document",
  effect: "writes",
  returns: "only",
  row: client.row,
  sql: ({ id, name, redirectUris, seconds }: Placeholders<Described & { readonly seconds: number }>) => sql`
    INSERT INTO ${oauthClients} AS c (id, kind, name, redirect_uris, read_until)
    VALUES (${id}, 'document', ${name}, ${uriList(redirectUris)},
      clock_timestamp() + make_interval(secs => ${seconds}::float8))
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
      read_until = excluded.read_until
    RETURNING ${client.columns}`,
});

const limitState = rateLimitOf(columnsOf("hit", ["hits", "ends_at"]));

/** Counts that a client's document is read for the user of a session. Returns undefined if the session has ended. */
export const countDocument = statement({
  name: "count_document",
  effect: "writes",
  returns: "first",
  row: limitState.row,
  sql: ({ sessionIdHash }: Placeholders<{ sessionIdHash: Uint8Array }>) => sql`
    WITH hit AS (${countedHit(sql`${sql`${DAY_BUCKETS}`.inlineParams()} || 'documents:' || ${s.userId}`, {
      from: sql`FROM ${sessions} s WHERE ${s.id} = ${sessionIdHash}::bytea`,
      seconds: DAY_SECONDS,
    })})
    SELECT ${limitState.columns} FROM hit`,
});

/** Counts a registration by its network. Beyond the limit of a day, no client is added. */
export const insertClient = statement({
  name: "insert_client",
  effect: "writes",
  returns: "only",
  row: () => limitState.row().extend({ created_at: z.number().nullable() }),
  sql: ({ id, name, redirectUris, network }: Placeholders<Described & { readonly network: string }>) => sql`
    WITH hit AS (${countedHit(sql`${sql`${DAY_BUCKETS}`.inlineParams()} || 'oauth:' || ${network}::text`, {
      seconds: DAY_SECONDS,
    })}),
    added AS (
      INSERT INTO ${oauthClients} (id, kind, name, redirect_uris)
      SELECT ${id}, 'registered', ${name}, ${uriList(redirectUris)} FROM hit
      WHERE hits <= ${sql`${CLIENTS_PER_ADDRESS_AND_DAY}`.inlineParams()}
      RETURNING extract(epoch FROM created_at)::float8 AS created_at
    )
    SELECT ${limitState.columns}, added.created_at FROM hit LEFT JOIN added ON true`,
});
