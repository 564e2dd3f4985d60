import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { local } from "../../../infra/aws/stages.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { byRun } from "../../support/by-run.ts";
import { fewCountries } from "../../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { DAY_MS, HOUR_MS, noonMs, sweepDay, tickSweep } from "../../support/sweep-world.ts";
import { createSyncedApps } from "../../support/synced-apps.ts";

const database = useClockedDatabase();
const APPS = byRun({ usual: 12, long: 40 });
const seeds = byRun({ usual: [1], long: [2, 3, 4] });

/** The first syncs of so many apps would wait for tokens for hours. */
const anyRate = { stores: local.stores };

/** Hours of the day after its scheduled syncs, one in each round of confirmations. */
const HOURS = [15, 21];

/** The same store, which leaves about a tenth of the apps out of each response. */
function forgetful(store: FakeStore, random: () => number): FakeStore {
  const { fetchStorefrontApps } = store;
  if (fetchStorefrontApps === undefined) throw new Error("The store has no such request.");
  const remember = <App extends object>(app: App) =>
    random() < 0.1 ? { ...app, lookup: { outcome: "missing" } as const } : app;
  return {
    ...store,
    fetchStorefrontApps: async (...request) => {
      const response = await fetchStorefrontApps(...request);
      return { ...response, apps: response.apps.map(remember) };
    },
  };
}

async function countMissing(db: TestDb): Promise<number> {
  const rows = await db.execute(
    sql`SELECT unnest(missing_app_ids) FROM sweep_batches WHERE kind = 'metrics' AND outcome = 'stored'`,
  );
  return rows.length;
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
    const sweeping = createPipeline(db, forgetful(store, seededRandom(seed)), { countries: fewCountries });
    await clock.moveTo(midnightMs);
    await sweepDay(sweeping);
    const forgotten = await countMissing(db);
    expect(forgotten).toBeGreaterThan(0);

    const before = store.calls.length;
    await clock.moveTo(midnightMs + 13 * HOUR_MS);
    expect(await pipeline.tick()).toMatchObject({ ios: APPS });
    await pipeline.drain();
    // An app that the store forgot in the first storefront of all is looked up by itself.
    const requested = store.calls.slice(before).map(({ operation }) => operation);
    expect(requested.filter((operation) => operation !== "fetchIdentity")).toEqual([]);
    expect(requested.length).toBeLessThan(APPS);

    for (const hour of HOURS) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await clock.moveTo(midnightMs + hour * HOUR_MS + attempt * 1_200_000);
        await tickSweep(sweeping);
        await sweeping.deliverSweeps();
      }
    }
    await tickSweep(sweeping);

    expect(await findUnavailable(db)).toEqual([]);
    expect(await countMissing(db)).toBeLessThan(forgotten / 2);
  });
});
