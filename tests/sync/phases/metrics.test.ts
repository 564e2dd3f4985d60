import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import { createPipeline, syncAgain } from "../../support/pipeline.ts";

const database = useDatabase();

describe("metrics", () => {
  it("keeps the stored stars when a later response has none", async () => {
    const { db } = database();
    const store = createFakeStore("ios");
    store.sell({ externalId: "6001", countries: ["us"] });
    store.scriptMetrics(
      "6001",
      "us",
      { ratingCount: 100, stars: [2, 3, 5, 20, 70] },
      { ratingCount: 101, stars: null },
    );
    const app = await createApp(db, { platform: "ios", externalId: "6001" });
    const pipeline = createPipeline(db, store);
    await pipeline.start(app.id);
    await pipeline.drain();
    await syncAgain(pipeline, app.id);

    const current = sql`SELECT rating_count, to_jsonb(stars) AS stars FROM app_metrics`;
    expect(await db.execute(sql`${current} WHERE app_id = ${app.id} AND country_code = 'us'`)).toEqual([
      { rating_count: 101, stars: [2, 3, 5, 20, 70] },
    ]);
    const points = sql`SELECT rating_count, to_jsonb(stars) AS stars FROM app_metric_changes`;
    expect(
      await db.execute(sql`${points} WHERE app_id = ${app.id} AND country_code = 'us' ORDER BY valid_from`),
    ).toEqual([
      { rating_count: 100, stars: [2, 3, 5, 20, 70] },
      { rating_count: 101, stars: [2, 3, 5, 20, 70] },
    ]);
  });
});
