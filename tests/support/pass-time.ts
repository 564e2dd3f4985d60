import { type SQL, sql } from "drizzle-orm";

import { type Db, type Placeholders, statement } from "../../db/statement.ts";
import type { TestDb } from "./test-connection.ts";

/** Lets this many seconds seem to pass: moves every time of work under way further back. */
export async function passTime(db: TestDb, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds}::float8)`;
  await db.execute(sql`
    WITH budgets AS (UPDATE store_budgets SET refilled_at = refilled_at - ${by},
        window_started_at = window_started_at - ${by}, throttled_at = throttled_at - ${by},
        ceiling_until = ceiling_until - ${by}, blocked_until = blocked_until - ${by},
        granted_at = ARRAY(SELECT granted - ${by} FROM unnest(granted_at) WITH ORDINALITY AS g (granted, place)
          ORDER BY place)),
      allowances AS (UPDATE live_allowances SET refilled_at = refilled_at - ${by}),
      chart_slot AS (UPDATE chart_slots SET next_planned_at = next_planned_at - ${by},
        next_requested_at = next_requested_at - ${by}),
      keyword_slot AS (UPDATE keyword_slots SET next_planned_at = next_planned_at - ${by},
        next_requested_at = next_requested_at - ${by}, rests_until = rests_until - ${by},
        throttled_at = throttled_at - ${by}),
      keywords AS (UPDATE keyword_fetches SET queued_at = queued_at - ${by}, next_attempt_at = next_attempt_at - ${by},
        lease_until = lease_until - ${by} WHERE outcome IS NULL),
      publisher_slot AS (UPDATE publisher_slots SET next_planned_at = next_planned_at - ${by}),
      publishers AS (UPDATE watched_publishers SET due_at = due_at - ${by}),
      runs AS (UPDATE sync_statuses SET queued_at = queued_at - ${by}, started_at = started_at - ${by},
        completed_at = completed_at - ${by}, cooldown_until = cooldown_until - ${by}, updated_at = updated_at - ${by},
        lease_until = lease_until - ${by}, resume_after = resume_after - ${by}, sent_until = sent_until - ${by},
        place_at = place_at - ${by}, next_retry_at = next_retry_at - ${by}),
      sweep_slot AS (UPDATE sweep_slots SET next_planned_at = next_planned_at - ${by}),
      express_slot AS (UPDATE express_slots SET next_planned_at = next_planned_at - ${by}),
      express AS (UPDATE express_apps SET waits_since = waits_since - ${by}),
      shards AS (UPDATE sweep_shards SET planned_at = planned_at - ${by}),
      batches AS (UPDATE sweep_batches SET queued_at = queued_at - ${by}, next_attempt_at = next_attempt_at - ${by},
        planned_at = planned_at - ${by}, lease_until = lease_until - ${by}, stored_at = stored_at - ${by}),
      items AS (UPDATE sync_failed_items SET last_attempted_at = last_attempted_at - ${by},
        next_attempt_at = next_attempt_at - ${by})
    UPDATE chart_fetches SET queued_at = queued_at - ${by}, next_attempt_at = next_attempt_at - ${by},
      lease_until = lease_until - ${by}
    WHERE outcome IS NULL`);
}

/** Ends the lease and the waits of a run, as an hour would. Its failed items do not become due. */
export async function letAnHourPass(db: TestDb, appId: number): Promise<void> {
  await db.execute(sql`UPDATE sync_statuses SET updated_at = updated_at - interval '1 hour',
    lease_until = lease_until - interval '1 hour', resume_after = resume_after - interval '1 hour',
    sent_until = sent_until - interval '1 hour'
      WHERE app_id = ${appId}`);
}

/** Makes failed items due, by default all that are not permanent, and a sweep see them. */
export async function makeFailedItemsDue(db: TestDb, appId: number, which: SQL = sql`true`): Promise<void> {
  await letAnHourPass(db, appId);
  await db.execute(sql`
    WITH items AS (UPDATE sync_failed_items SET next_attempt_at = clock_timestamp() - interval '1 second'
      WHERE app_id = ${appId} AND NOT permanent AND ${which})
    UPDATE sync_statuses SET next_retry_at = clock_timestamp() - interval '1 second'
    WHERE app_id = ${appId} AND next_retry_at IS NOT NULL`);
}

export async function endCoolDown(db: Db, appId: number): Promise<void> {
  await clearCoolDown(db, { appId });
}

const clearCoolDown = statement({
  name: "clear_cool_down",
  effect: "writes",
  sql: ({ appId }: Placeholders<{ appId: number }>) =>
    sql`UPDATE sync_statuses SET cooldown_until = NULL WHERE app_id = ${appId}`,
});

/** Lets the last look at each storefront of an app lie as many days further back. */
export async function letDaysPass(db: TestDb, appId: number, days: number): Promise<void> {
  await db.execute(
    sql`UPDATE app_metrics SET observed_at = observed_at - make_interval(days => ${days}) WHERE app_id = ${appId}`,
  );
}

/** Moves the last read of each page of an app back by a number of days. */
export async function letPagesAge(db: TestDb, appId: number, days: number): Promise<void> {
  await db.execute(
    sql`UPDATE app_page_reads SET read_at = read_at - make_interval(days => ${days}) WHERE app_id = ${appId}`,
  );
}
