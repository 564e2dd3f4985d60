import { sql } from "drizzle-orm";
import * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { liveCalls } from "../schema/live-calls.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../statement.ts";

/** How long an outcome is kept for those that wait for it; they look several times a second. */
const KEPT_SECONDS = 10;
/** Rows of calls that are over, deleted by each call at most. */
const DELETED_MAX = 10;

type LiveCallKey = { readonly platform: Platform; readonly operation: string; readonly request: string };

const isOver = sql`${liveCalls.leaseUntil} <= clock_timestamp()`;

type NewCall = LiveCallKey & { readonly id: string; readonly leaseSeconds: number };

/**
 * The row of a call under way is unique, and always updated, so its id comes back whoever made it. A call whose maker
 * died is taken over.
 */
const join = statement({
  name: "join_live_call",
  effect: "writes",
  row: () => z.object({ id: z.string() }),
  sql: (call: Placeholders<NewCall>) => sql`
    WITH deleted AS (
      DELETE FROM ${liveCalls} WHERE ${liveCalls.id} IN (
        SELECT id FROM ${liveCalls}
        WHERE ${isOver} AND NOT (${liveCalls.platform} = ${call.platform} AND ${liveCalls.operation} = ${call.operation}
          AND ${liveCalls.request} = ${call.request})
        ORDER BY ${liveCalls.leaseUntil} LIMIT ${DELETED_MAX} FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO ${liveCalls} (id, platform, operation, question, lease_until)
    VALUES (${call.id}::uuid, ${call.platform}, ${call.operation}, ${call.request},
      clock_timestamp() + make_interval(secs => ${call.leaseSeconds}::float8))
    ON CONFLICT (platform, operation, question) WHERE ended_at IS NULL DO UPDATE SET
      id = CASE WHEN ${isOver} THEN excluded.id ELSE ${liveCalls.id} END,
      lease_until = CASE WHEN ${isOver} THEN excluded.lease_until ELSE ${liveCalls.leaseUntil} END,
      followers = CASE WHEN ${isOver} THEN 0 ELSE ${liveCalls.followers} + 1 END
    RETURNING id`,
});

/** Begins a call, or joins the one that is under way for the same request. Returns the id of the call. */
export async function joinLiveCall(db: Db, call: NewCall): Promise<string> {
  return onlyRow(await join(db, call)).id;
}

/** Whether anybody waits is decided on the newest version of the row, so nobody who joined in time is forgotten. */
const end = statement({
  name: "end_live_call",
  effect: "writes",
  sql: ({ id, outcome }: Placeholders<{ id: string; outcome: string | null }>) => sql`
    UPDATE ${liveCalls} SET ended_at = clock_timestamp(),
      lease_until = clock_timestamp() + make_interval(secs => ${KEPT_SECONDS}),
      outcome = CASE WHEN ${liveCalls.followers} > 0 THEN ${outcome}::jsonb END
    WHERE ${liveCalls.id} = ${id}::uuid AND ${liveCalls.endedAt} IS NULL`,
});

/** Ends a call with its outcome as JSON; null tells those who wait to call for themselves. */
export async function endLiveCall(db: Db, call: { id: string; outcome: string | null }): Promise<void> {
  await end(db, call);
}

export type LiveCallState =
  | { readonly state: "under_way" }
  | { readonly state: "ended"; readonly outcome: unknown }
  /** Its maker died, or its outcome was not kept. */
  | { readonly state: "gone" };

const read = statement({
  name: "read_live_call",
  effect: "reads",
  row: () => z.object({ outcome: z.unknown(), isEnded: z.boolean() }),
  sql: ({ id }: Placeholders<{ id: string }>) => sql`
    SELECT ${liveCalls.outcome}, ${liveCalls.endedAt} IS NOT NULL AS "isEnded" FROM ${liveCalls}
    WHERE ${liveCalls.id} = ${id}::uuid AND NOT ${isOver}`,
});

export async function readLiveCall(db: Db, id: string): Promise<LiveCallState> {
  const [row] = await read(db, { id });
  if (row === undefined) return { state: "gone" };
  return row.isEnded ? { state: "ended", outcome: row.outcome } : { state: "under_way" };
}
