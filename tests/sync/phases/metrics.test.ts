import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { fewCountries } from "../../support/countries.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createSyncWorld, syncAgain } from "../../support/pipeline.ts";

const database = useClockedDatabase();
const few = { countries: fewCountries };

describe("metrics", () => {
  it("keeps the stored stars when a later response has none", async () => {
    const { db, store, app, pipeline, externalId } = await createSyncWorld(database().db, { soldIn: ["us"] }, few);
    store.scriptMetrics(
      externalId,
      "us",
      { rating_count: 100, stars: [2, 3, 5, 20, 70] },
      { rating_count: 101, stars: null },
    );
    await pipeline.sync(app.id, "on_demand");
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

  it("notes a new price of a storefront as a change, and its new ratings as none", async () => {
    const { db, store, app, pipeline, externalId } = await createSyncWorld(
      database().db,
      { soldIn: ["us", "de"] },
      few,
    );
    const price = (amount: number, currency: string) => ({ price: amount, currency });
    store.scriptMetrics(externalId, "us", price(1.99, "USD"), price(2.99, "USD"));
    store.scriptMetrics(
      externalId,
      "de",
      { ...price(1.99, "EUR"), rating_count: 1 },
      { ...price(1.99, "EUR"), rating_count: 2 },
    );
    await pipeline.sync(app.id, "on_demand");
    await syncAgain(pipeline, app.id);

    const changes = sql`
      SELECT o.country_code, o.field_changed, o.old_price, o.new_price, o.detected_at = p.valid_from AS is_of_a_point
      FROM app_offer_changes o JOIN app_metric_changes p USING (app_id, country_code)
      WHERE app_id = ${app.id} ORDER BY p.valid_from DESC LIMIT 1`;
    expect(await db.execute(changes)).toEqual([
      { country_code: "us", field_changed: "price", old_price: "1.99", new_price: "2.99", is_of_a_point: true },
    ]);
  });
});
