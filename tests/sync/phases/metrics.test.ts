import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { createSyncWorld, syncAgain } from "../../support/pipeline.ts";

const database = useDatabase();

describe("metrics", () => {
  it("keeps the stored stars when a later response has none", async () => {
    const { db, store, app, pipeline, externalId } = await createSyncWorld(database().db, { soldIn: ["us"] });
    store.scriptMetrics(
      externalId,
      "us",
      { ratingCount: 100, stars: [2, 3, 5, 20, 70] },
      { ratingCount: 101, stars: null },
    );
    await pipeline.sync(app.id);
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
