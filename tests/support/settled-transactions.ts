import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";

const CHECKS_MAX = 6_000;
const BETWEEN_CHECKS_MS = 10;

/**
 * Waits until all transactions that are under way have ended. Test files share a server, and a transaction of any of its
 * databases holds the events of all of them back.
 */
export async function settleTransactions(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ next: string }[]>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`;
  const next = row?.next ?? "0";
  for (let checks = 0; checks < CHECKS_MAX; checks += 1) {
    const [settled] = await sql<{ are: boolean }[]>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::text::xid8 AS are`;
    if (settled?.are) return;
    await sleep(BETWEEN_CHECKS_MS);
  }
  throw new Error("A transaction of the server does not end.");
}
