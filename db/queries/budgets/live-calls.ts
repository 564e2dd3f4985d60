import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { countries, liveCalls } from "../../schema/stores.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { isNotPaused } from "./platform-pauses.ts";

/** The requests that wait for an outcome poll several times a second, so this is enough. */
const KEPT_SECONDS = 10;
const DELETED_MAX = 10;

type LiveCallKey = { readonly platform: Platform; readonly operation: string; readonly request: string };

const isOver = sql`${liveCalls.leaseUntil} <= clock_timestamp()`;

type NewCall = LiveCallKey & { readonly id: string; readonly leaseSeconds: number };

/**
 * The row is always updated, so that its id is returned to every request. A call whose lease has ended is taken over.
 */
const join = statement({
  name: "join_live_call",
  effect: "writes",
  returns: "only",
  row: () => z.object({ id: z.string() }),
  sql: (call: Placeholders<NewCall>) => sql`
    WITH deleted AS (
      DELETE FROM ${liveCalls} WHERE ${liveCalls.id} IN (
        SELECT id FROM ${liveCalls}
        WHERE ${isOver} AND NOT (${liveCalls.platform} = ${call.platform} AND ${liveCalls.operation} = ${call.operation}
          AND ${liveCalls.request} = ${call.request})
        ORDER BY ${liveCalls.leaseUntil} LIMIT ${DELETED_MAX} FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO ${liveCalls} (id, platform, operation, request, lease_until)
    VALUES (${call.id}::uuid, ${call.platform}, ${call.operation}, ${call.request},
      clock_timestamp() + make_interval(secs => ${call.leaseSeconds}::float8))
    ON CONFLICT (platform, operation, request) WHERE ended_at IS NULL DO UPDATE SET
      id = CASE WHEN ${isOver} THEN excluded.id ELSE ${liveCalls.id} END,
      lease_until = CASE WHEN ${isOver} THEN excluded.lease_until ELSE ${liveCalls.leaseUntil} END,
      followers = CASE WHEN ${isOver} THEN 0 ELSE ${liveCalls.followers} + 1 END
    RETURNING id`,
});

export async function joinLiveCall(db: Db, call: NewCall): Promise<string> {
  return (await join(db, call)).id;
}

/** Followers are counted on the newest version of the row, which includes every request that joined in time. */
export const endLiveCall = statement({
  name: "end_live_call",
  effect: "writes",
  sql: ({ id, outcome }: Placeholders<{ id: string; outcome: string | null }>) => sql`
    UPDATE ${liveCalls} SET ended_at = clock_timestamp(),
      lease_until = clock_timestamp() + make_interval(secs => ${KEPT_SECONDS}),
      outcome = CASE WHEN ${liveCalls.followers} > 0 THEN ${outcome}::jsonb END
    WHERE ${liveCalls.id} = ${id}::uuid AND ${liveCalls.endedAt} IS NULL`,
});

export type LiveCallState =
  | { readonly state: "under_way" }
  | { readonly state: "ended"; readonly outcome: unknown }
  /** The process that made the call died, or its outcome is no longer kept. */
  | { readonly state: "gone" };

const read = statement({
  name: "read_live_call",
  effect: "reads",
  returns: "first",
  row: () => z.object({ outcome: z.unknown(), is_ended: z.boolean() }),
  sql: ({ id }: Placeholders<{ id: string }>) => sql`
    SELECT ${liveCalls.outcome}, ${liveCalls.endedAt} IS NOT NULL AS is_ended FROM ${liveCalls}
    WHERE ${liveCalls.id} = ${id}::uuid AND NOT ${isOver}`,
});

export async function readLiveCall(db: Db, id: string): Promise<LiveCallState> {
  const row = await read(db, { id });
  if (row === undefined) return { state: "gone" };
  return row.is_ended ? { state: "ended", outcome: row.outcome } : { state: "under_way" };
}

const c = alias(countries, "c");

type LiveRequest = { readonly platform: Platform; readonly countryCode: string };

export const readStoreState = statement({
  name: "read_store_state",
  effect: "reads",
  returns: "only",
  row: () =>
    z.object({
      is_known_country: z.boolean(),
      is_storefront: z.boolean(),
      is_paused: z.boolean(),
      /** The storefront's first language; null if there is no storefront. */
      language: z.string().nullable(),
    }),
  sql: ({ platform, countryCode }: Placeholders<LiveRequest>) => sql`
    SELECT ${c.code} IS NOT NULL AS is_known_country, ${storefrontLanguages(platform, c)} IS NOT NULL AS is_storefront,
      NOT (${isNotPaused(platform)}) AS is_paused, (${storefrontLanguages(platform, c)})[1] AS language
    FROM (SELECT 1) one LEFT JOIN ${countries} c ON ${c.code} = ${countryCode} AND ${isRealCountry(c)}`,
});
