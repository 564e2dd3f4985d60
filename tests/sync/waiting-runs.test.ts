import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { ENTRIES_MAX } from "../../db/queries/runs/waiting-runs.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline } from "../support/pipeline.ts";
import { leaveTokens } from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** Adds scheduled runs of the App Store that wait for a batch of these costs, and returns their apps. */
async function addWaiting(count: number, costs: RequestCosts): Promise<readonly number[]> {
  const rows = await database().db.execute<{ app_id: number }>(sql`
    WITH app AS (
      INSERT INTO apps (platform, external_id)
      SELECT 'ios', gen_random_uuid()::text FROM generate_series(1, ${count}::int) RETURNING id
    )
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, next_batch, queued_at)
    SELECT id, gen_random_uuid(), 'tracked', 'processing', 'listings',
      ${JSON.stringify({ costs, purpose: "page" })}::jsonb, clock_timestamp()
    FROM app RETURNING app_id`);
  return rows.map(({ app_id }) => app_id);
}

describe("a scheduled run that waits only for pages of the App Store", () => {
  it("is sent when there are tokens for it, however many runs before it wait for lookups", async () => {
    const { db } = database();
    await emptyTables(db, storeBudgets);
    await addWaiting(ENTRIES_MAX + 1, { itunes_lookup: 10, apps_page: 10 });
    const added = await addWaiting(1, { apps_page: 10 });
    await leaveTokens(db, "itunes.apple.com", 0);
    const pipeline = createPipeline(db, createFakeStore("ios"));

    await pipeline.dispatch();

    expect(pipeline.sent.map(({ message }) => message.appId)).toEqual(added);
  });
});
