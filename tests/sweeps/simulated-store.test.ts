import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { everywhere, fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp, createUser } from "../support/factories.ts";
import { createPipeline } from "../support/pipeline.ts";
import { DAY_MS, emptySweeps, requestsPaid, sweepDay, takeBatch, tickSweep } from "../support/sweep-world.ts";

const database = useClockedDatabase();
const FIRST_DAY = 100;

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: FIRST_DAY, appsPerStore: 200, publishersPerStore: 40 });
  await createMissingPartitions(database().db, simulator.catalogue.startOf(FIRST_DAY));
});
afterAll(() => simulator.stop());

/** A followed app that was synced on the first day and swept on the second, with nothing due. */
async function createSweptApp() {
  const { db } = database();
  const startMs = simulator.catalogue.startOf(FIRST_DAY).getTime();
  await emptySweeps(db, startMs);
  simulator.setDay(FIRST_DAY);
  const sold = simulator.catalogue
    .apps("ios")
    .map((one) => one.on(FIRST_DAY + 1))
    .find((one) => everywhere.every((country) => (one.metrics(country)?.ratingCount ?? 0) > 0));
  if (sold === undefined) throw new Error("The catalogue has no app that is rated everywhere.");

  const pipeline = createPipeline(db, createScraperConnector("ios", simulator), { countries: fewCountries });
  const { id: userId } = await createUser(db);
  // An app that was not synced for days waits for no sweep: its run reads all of it.
  const app = await createApp(db, { externalId: sold.externalId, lastSyncedAt: new Date(startMs - 3 * DAY_MS) });
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${app.id})`);
  const syncDue = async () => {
    expect(await pipeline.tick()).toMatchObject({ ios: 1 });
    await pipeline.drain();
  };
  await syncDue();

  simulator.setDay(FIRST_DAY + 1);
  await pipeline.clock.moveTo(startMs + DAY_MS);
  await sweepDay(pipeline);
  await db.execute(sql`UPDATE app_page_reads SET changed_at = NULL, version_id = a.current_version_id FROM apps a
    WHERE a.id = app_id`);
  await db.execute(sql`UPDATE app_metrics SET stars_rating_count = rating_count WHERE app_id = ${app.id}`);
  simulator.requests.clear();
  return {
    db,
    app,
    sold,
    syncDue,
    sent: () => simulator.requests.list().map(({ kind, country, status }) => [kind, country, status]),
  };
}

describe("a scheduled sync of an app of the simulated App Store, after the day's sweep", () => {
  it("sends no request while nothing is due", async () => {
    const { syncDue, sent } = await createSweptApp();

    await syncDue();

    expect(sent()).toEqual([]);
  });

  it("sends one page request for a due page, and saves what the page shows", async () => {
    const { db, app, sold, syncDue, sent } = await createSweptApp();
    await db.execute(sql`UPDATE app_page_reads SET changed_at = now() WHERE app_id = ${app.id} AND locale = 'de-DE'`);

    await syncDue();

    expect(sent()).toEqual([["page", "de", 200]]);
    const { title, subtitle, promotionalText, screenshots, videoUrl } = sold.listing("de-DE", "de") ?? {};
    const [row] = await db.execute(sql`SELECT title, subtitle, promotional_text, screenshots, video_url
      FROM app_store_listings WHERE app_id = ${app.id} AND locale = 'de-DE' ORDER BY valid_from DESC LIMIT 1`);
    expect(row).toEqual({ title, subtitle, promotional_text: promotionalText, screenshots, video_url: videoUrl });
  });

  it("sends one request for the ratings of a storefront whose stars are due, and saves them", async () => {
    const { db, app, sold, syncDue, sent } = await createSweptApp();
    await db.execute(sql`UPDATE app_metrics SET stars = NULL, stars_observed_at = NULL
      WHERE app_id = ${app.id} AND country_code = 'fr'`);

    await syncDue();

    expect(sent()).toEqual([["reviews", "fr", 200]]);
    const [row] = await db.execute(sql`SELECT to_jsonb(stars) AS stars, rating_count FROM app_metrics
      WHERE app_id = ${app.id} AND country_code = 'fr'`);
    const { stars, ratingCount } = sold.metrics("fr") ?? {};
    expect(row).toEqual({ stars, rating_count: ratingCount });
  });

  it("sends one page request for each primary page once a week", async () => {
    const { db, app, syncDue, sent } = await createSweptApp();
    await db.execute(sql`UPDATE app_page_reads SET read_at = read_at - interval '8 days' WHERE app_id = ${app.id}`);

    await syncDue();

    const { length } = await db.execute(sql`SELECT 1 FROM app_page_reads
      WHERE app_id = ${app.id} AND country_code = 'us'`);
    expect(length).toBeGreaterThan(0);
    expect(sent()).toEqual(Array.from({ length }, () => ["page", "us", 200]));
  });
});

describe("a batch for which the simulated App Store fails", () => {
  it("pays for each request that its halves have cost", async () => {
    const { db } = database();
    await emptySweeps(db);
    const { id: userId } = await createUser(db);
    for (const { externalId } of simulator.catalogue.apps("ios").slice(0, 20)) {
      const app = await createApp(db, { externalId });
      await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${app.id})`);
    }
    const pipeline = createPipeline(db, createScraperConnector("ios", simulator), { countries: fewCountries });
    await tickSweep(pipeline);
    simulator.requests.clear();
    const fault = simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 500 } });

    const outcome = await pipeline.deliver(takeBatch(pipeline, "us"));
    fault.remove();

    expect(outcome).toBe("retrying");
    expect(simulator.requests.count()).toBe(7);
    expect(await requestsPaid(db, "itunes_lookup")).toBe(7);
  });
});
