import { sql } from "drizzle-orm";

import type { TestDb } from "./test-connection.ts";

/** What so many seconds do to the database, without anybody waiting for them: all times in it lie that much further back. */
export async function passTime(db: TestDb, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds}::float8)`;
  await db.execute(sql`
    WITH budgets AS (UPDATE store_budgets SET refilled_at = refilled_at - ${by}),
      allowances AS (UPDATE live_allowances SET refilled_at = refilled_at - ${by}),
      turns AS (UPDATE chart_turns SET next_planned_at = next_planned_at - ${by}, next_asked_at = next_asked_at - ${by}),
      runs AS (UPDATE sync_statuses SET resume_after = resume_after - ${by})
    UPDATE chart_fetches SET queued_at = queued_at - ${by}, next_attempt_at = next_attempt_at - ${by},
      lease_until = lease_until - ${by}
    WHERE outcome IS NULL`);
}
