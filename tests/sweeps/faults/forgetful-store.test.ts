import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { local } from "../../../infra/aws/local-stages.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { byRun } from "../../support/by-run.ts";
import { fewCountries } from "../../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { DAY_MS, HOUR_MS, noonMs, sweepDay } from "../../support/sweep-world.ts";
import { createSyncedApps } from "../../support/synced-apps.ts";

const database = useClockedDatabase();
const APPS = byRun({ usual: 12, nightly: 40 });
const seeds = byRun({ usual: [1], nightly: [2, 3, 4] });

/** The first syncs of so many apps would wait for tokens for hours. */
const anyRate = { stores: local.stores };

/** The same store, which leaves about a tenth of the apps out of each response, and how many it has left out. */
function forgetful(store: FakeStore, random: () => number) {
  const { fetchStorefrontApps } = store;
  if (fetchStorefrontApps === undefined) throw new Error("The store has no such request.");
  let forgotten = 0;
  const remember = <App extends object>(app: App) => {
    if (random() >= 0.1) return app;
    forgotten += 1;
    return { ...app, lookup: { outcome: "missing" } as const };
  };
  const forgetting: FakeStore = {
    ...store,
    fetchStorefrontApps: async (...request) => {
      const response = await fetchStorefrontApps(...request);
      return { ...response, apps: response.apps.map(remember) };
    },
  };
  return { store: forgetting, count: () => forgotten };
}

async function findUnavailable(db: TestDb): Promise<readonly unknown[]> {
  return db.execute(sql`SELECT a.id FROM apps a WHERE NOT a.is_available OR a.unavailable_countries <> '{}'
    UNION SELECT app_id FROM app_metrics WHERE NOT is_available
    UNION SELECT app_id FROM app_metric_changes WHERE NOT is_available`);
}

describe("a store that forgets a tenth of the apps in each response", () => {
  it.each(seeds)("makes no app unavailable, and has none requested by itself (seed %i)", async (seed) => {
    console.log(`Apps that the store forgets drawn from seed ${seed}.`);
    const { db, store, pipeline } = await createSyncedApps(database().db, { apps: APPS, settings: anyRate });
    const { clock } = pipeline;
    const midnightMs = new Date(noonMs + DAY_MS).setUTCHours(0, 0, 0, 0);
    const forgetting = forgetful(store, seededRandom(seed));
    const sweeping = createPipeline(db, forgetting.store, { countries: fewCountries });
    await clock.moveTo(midnightMs);
    await sweepDay(sweeping);
    expect(forgetting.count()).toBeGreaterThan(0);

    const before = store.calls.length;
    await clock.moveTo(midnightMs + 13 * HOUR_MS);
    expect(await pipeline.tick()).toMatchObject({ ios: APPS });
    await pipeline.drain();

    expect(store.calls.slice(before).map(({ operation, countries }) => `${operation} ${countries}`)).toEqual([]);
    expect(await findUnavailable(db)).toEqual([]);
    const uncovered = sql`SELECT app_id FROM app_metric_coverage WHERE missing_country_codes <> '{}'`;
    expect(await db.execute(uncovered)).toEqual([]);
  });
});
