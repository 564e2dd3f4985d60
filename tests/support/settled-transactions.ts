import type postgres from "postgres";
import { expect } from "vitest";

const SETTLED_WITHIN_MS = 60_000;

/**
 * Waits until all transactions that are under way have ended. Test files share a server, and a transaction of any of its
 * databases holds the events of all of them back.
 */
export async function settleTransactions(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ next: string }[]>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`;
  const areSettled = async () => {
    const [settled] = await sql<{ are: boolean }[]>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${row?.next ?? ""}::text::xid8 AS are`;
    return settled?.are;
  };
  await expect.poll(areSettled, { timeout: SETTLED_WITHIN_MS }).toBe(true);
}
