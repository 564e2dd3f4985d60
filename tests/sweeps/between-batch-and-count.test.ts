import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../support/api.ts";
import { useClockedDatabase } from "../support/database.ts";
import { tickSweep } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

const NEW_RATINGS = 5_000_000;

/**
 * An app on a day whose batches are stored but not counted yet. It has new ratings in Japan and is gone from France.
 */
async function createStoredDay() {
  const world = await createSyncedApps(database().db, { apps: 3 });
  const { db, app, apps, store, pipeline } = world;
  const caller = await createCaller(db);
  for (const { id } of apps)
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${caller.user.id}, ${id})`);
  store.scriptMetrics(app.externalId, "jp", { rating_count: NEW_RATINGS });
  store.withdraw({ externalId: app.externalId, countries: ["fr"] });
  await tickSweep(pipeline);
  await pipeline.deliverSweeps();
  const api = createApi(db, { now: db.clock.now });
  const read = async (path: string) => (await api.get(path, caller)).body;
  const ofApp = (path: string) => read(`/apps/ios/${app.externalId}${path}`);
  return { ...world, caller, read, ofApp };
}

describe("a batch that is stored before its shard is counted", () => {
  it("shows in an app's storefronts, in the app and in lists alike", async () => {
    const { app, read, ofApp } = await createStoredDay();

    const storefronts = (await ofApp("/ratings/country-breakdown")).data;
    const availability = (await ofApp("/availability")).data;
    const detail = (await ofApp("")).data;
    const summary = (await ofApp("/ratings/summary")).data;
    const listed = (await read("/apps")).data.find(({ id }: { id: number }) => id === app.id);

    const total = storefronts.reduce(
      (sum: number, { rating_count }: { rating_count: number | null }) => sum + (rating_count ?? 0),
      0,
    );
    expect(total).toBeGreaterThan(NEW_RATINGS);
    expect([detail, listed, summary].map(({ rating_count }) => rating_count)).toEqual([total, total, total]);
    expect([listed.rating, summary.rating]).toEqual([detail.rating, detail.rating]);
    expect([listed.is_available, detail.is_available]).toEqual([true, true]);
    const gone = (rows: readonly { country_code: string; is_available: boolean | null }[]) =>
      rows.filter(({ is_available }) => is_available === false).map(({ country_code }) => country_code);
    expect(gone(availability)).toEqual(["fr"]);
    expect(gone(storefronts)).toEqual(["fr"]);
    expect(detail.unavailable_countries).toEqual(["fr"]);
  });
});
