import { type SQL, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chartOf, createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { fetchRow, planChart, storedChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";

const database = useClockedDatabase();

describe("a consumer that lost its lease", () => {
  const responses = [
    ["a chart", { found: chartOf(2) }],
    ["an empty chart", { found: [] }],
    ["a failure", storeFailure("timeout")],
  ] as const;

  /** Delivers a message to a consumer, and changes the row of its chart during the call to the store. */
  async function deliverMeanwhile(response: (typeof responses)[number][1], change: SQL) {
    const { db } = database();
    await emptyCharts(db);
    const store = createFakeStore("ios");
    store.scriptChart({ collection: "top_free", country: "us", categoryExternalId: null }, response);
    const zombie = createChartPipeline(db, {
      ...store,
      fetchChart: async (...request) => {
        await db.execute(sql`UPDATE chart_fetches SET ${change}`);
        return store.fetchChart(...request);
      },
    });
    const message = await planChart(db);
    return { outcome: await zombie.deliver(message), stored: await storedChart(db, message), db, message };
  }

  const losses = [
    {
      loss: "another consumer took the chart",
      change: sql`lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '90 seconds', attempts = 3`,
      left: { outcome: null, attempts: 3, is_leased: true },
    },
    {
      loss: "the end of its lease",
      change: sql`lease_until = clock_timestamp()`,
      left: { outcome: null, attempts: 1, is_queued: true },
    },
    { loss: "the chart was missed", change: sql`outcome = 'missed'`, left: { outcome: "missed" } },
  ];

  describe.each(losses)("after $loss", ({ change, left }) => {
    it.each(responses)("writes nothing of %s", async (_what, response) => {
      const { outcome, stored, db, message } = await deliverMeanwhile(response, change);

      expect([outcome, stored]).toEqual(["superseded", undefined]);
      expect(await fetchRow(db, message)).toMatchObject(left);
    });
  });
});
