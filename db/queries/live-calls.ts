import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { runFixedStatement } from "./fixed-statement.ts";

/** How long an outcome is kept for those that wait for it; they look several times a second. */
const KEPT_SECONDS = 10;
/** Rows of calls that are over, deleted by each call at most. */
const DELETED_MAX = 10;

type LiveCallKey = { readonly platform: Platform; readonly operation: string; readonly question: string };

const isOver = "lease_until <= clock_timestamp()";

/**
 * The row of a call under way is unique, and always updated, so its id comes back whoever made it. A call whose maker
 * died is taken over.
 */
const joinStatement = `
WITH deleted AS (
  DELETE FROM live_calls WHERE id IN (
    SELECT id FROM live_calls
    WHERE ${isOver} AND NOT (platform = $2 AND operation = $3 AND question = $4)
    ORDER BY lease_until LIMIT ${DELETED_MAX} FOR UPDATE SKIP LOCKED)
)
INSERT INTO live_calls AS c (id, platform, operation, question, lease_until)
VALUES ($1::uuid, $2, $3, $4, clock_timestamp() + make_interval(secs => $5::float8))
ON CONFLICT (platform, operation, question) WHERE ended_at IS NULL DO UPDATE SET
  id = CASE WHEN c.${isOver} THEN excluded.id ELSE c.id END,
  lease_until = CASE WHEN c.${isOver} THEN excluded.lease_until ELSE c.lease_until END,
  followers = CASE WHEN c.${isOver} THEN 0 ELSE c.followers + 1 END
RETURNING id`;

/** Begins a call, or joins the one that is under way for the same request. Returns the id of the call. */
export async function joinLiveCall(
  db: Db,
  call: LiveCallKey & { readonly id: string; readonly leaseSeconds: number },
): Promise<string> {
  const { id, platform, operation, question, leaseSeconds } = call;
  const values = [id, platform, operation, question, leaseSeconds];
  const [row] = await runFixedStatement<{ readonly id: string }>(db, joinStatement, values);
  if (row === undefined) throw new TypeError("The statement returns one row.");
  return row.id;
}

/** Whether anybody waits is decided on the newest version of the row, so nobody who joined in time is forgotten. */
const endStatement = `
UPDATE live_calls SET ended_at = clock_timestamp(),
  lease_until = clock_timestamp() + interval '${KEPT_SECONDS} seconds',
  outcome = CASE WHEN followers > 0 THEN $2::jsonb END
WHERE id = $1::uuid AND ended_at IS NULL`;

/** Ends a call with its outcome as JSON; null tells those who wait to call for themselves. */
export async function endLiveCall(db: Db, { id, outcome }: { id: string; outcome: string | null }): Promise<void> {
  await runFixedStatement(db, endStatement, [id, outcome]);
}

export type LiveCallState =
  | { readonly state: "under_way" }
  | { readonly state: "ended"; readonly outcome: unknown }
  /** Its maker died, or its outcome was not kept. */
  | { readonly state: "gone" };

const readStatement = `
SELECT outcome, ended_at IS NOT NULL AS "isEnded" FROM live_calls WHERE id = $1::uuid AND NOT ${isOver}`;

export async function readLiveCall(db: Db, id: string): Promise<LiveCallState> {
  type Row = { readonly outcome: unknown; readonly isEnded: boolean };
  const [row] = await runFixedStatement<Row>(db, readStatement, [id]);
  if (row === undefined) return { state: "gone" };
  return row.isEnded ? { state: "ended", outcome: row.outcome } : { state: "under_way" };
}
