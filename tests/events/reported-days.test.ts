import { inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { events } from "../../db/schema/events.ts";
import { local } from "../../infra/aws/local-stages.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { byRun } from "../support/by-run.ts";
import { everywhere, fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { passDay } from "../support/pass-day.ts";
import { createPipeline } from "../support/pipeline.ts";
import { eventsOf } from "../support/reported-app.ts";
import { DAY_MS, emptySweeps, followApps, sweepDay } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

/** The first syncs of so many apps would wait for tokens for hours. */
const anyRate = { stores: local.stores };

describe("[EVT-3] the end of a sync", () => {
  it("reports what the sync has found, without a tick", async () => {
    const { db, store, app, pipeline, syncDue, nextDay } = await createSyncedApps(database().db, { apps: 1 });
    expect(await eventsOf(db, app.id)).toEqual([]);
    await nextDay();
    const released = { version: "2.0.0", version_released_at: new Date(pipeline.clock.ms()).toISOString() };
    store.sell({
      externalId: app.externalId,
      countries: everywhere,
      listing: { title: "New", ...released },
      identity: released,
    });
    await sweepDay(pipeline);
    await syncDue();

    const found = await eventsOf(db, app.id);
    expect(found.map(({ type, field }) => [type, field])).toContainEqual(["listing.changed", "title"]);
    expect(found.map(({ type }) => type)).toContain("app.version_released");
  });
});

describe("[EVT-3] the end of a sweep's shard", () => {
  it("reports the prices that it has found, once for all storefronts", async () => {
    const { db, store, app, pipeline, nextDay } = await createSyncedApps(database().db, { apps: 1 });
    store.sell({ externalId: app.externalId, countries: everywhere, metrics: { price: 1.99 } });
    await nextDay();
    await sweepDay(pipeline);

    expect(await eventsOf(db, app.id)).toMatchObject([
      {
        type: "app.price_changed",
        data: { before: "0.00 USD", after: "1.99 USD", countries_total: everywhere.length },
      },
    ]);
  });
});

const seed = Date.now() % 1_000_000;
const APPS = byRun({ usual: 6, nightly: 50 });
const DAYS = byRun({ usual: 8, nightly: 60 });
const STALE_SHARE = byRun({ usual: 0.1, nightly: 0.02 });

/** What a store shows of an app that has an older page of it: the version before, and its texts. */
const stale = {
  listing: { title: "Before", version: "0.9.0", version_released_at: "2025-12-01T00:00:00.000Z" },
  identity: { name: "Before", version: "0.9.0", version_released_at: "2025-12-01T00:00:00.000Z" },
};

/** A store whose storefronts fail in turn, and the apps that somebody follows there. */
async function createFailingStore(random: () => number) {
  const { db } = database();
  await emptySweeps(db);
  await createMissingPartitions(db, new Date(db.clock.ms() + DAYS * DAY_MS));
  const store = createFakeStore("ios");
  const pipeline = createPipeline(db, store, { countries: fewCountries, settings: anyRate });
  const followed: App[] = [];
  const follow = async (count: number) =>
    void followed.push(...(await followApps(db, store, count, { soldIn: everywhere })));
  await follow(APPS);

  const hasBeenStale = new Set<string>();
  /** An older page is shown for a day. Two such reads in a row would be the truth for the service. */
  const isStale = (page: string) => {
    if (hasBeenStale.has(page) || random() >= STALE_SHARE) return false;
    hasBeenStale.add(page);
    return true;
  };
  const showPages = () => {
    for (const { externalId } of followed) {
      for (const country of everywhere) {
        store.sell({ externalId, countries: [country], ...(isStale(`${externalId} ${country}`) ? stale : {}) });
      }
    }
  };
  // No storefront is lost on two days in a row: a first read is corrected within three days and a half.
  let lost: readonly string[] = [];
  const failSome = () => {
    store.heal();
    const mayBeLost = everywhere.filter((code) => code !== "us" && !lost.includes(code));
    lost = random() < 0.3 ? mayBeLost.filter(() => random() < 0.3) : [];
    store.loseApps(...lost);
  };
  return { db, pipeline, followed, follow, showPages, failSome };
}

describe("[EVT-4 HOOK-60] days on which nothing changes", () => {
  it(`have no events, whatever the stores fail to show (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const { db, pipeline, followed, follow, showPages, failSome } = await createFailingStore(random);
    const { clock } = pipeline;
    let isSkipped = false;
    for (let day = 0; day < DAYS; day += 1) {
      showPages();
      failSome();
      isSkipped = !isSkipped && random() < 0.1;
      if (isSkipped) await clock.moveTo(clock.ms() + DAY_MS);
      if (random() < 0.2) await follow(1);
      await passDay(pipeline);
    }

    const appIds = followed.map(({ id }) => id);
    expect(await db.select().from(events).where(inArray(events.appId, appIds))).toEqual([]);
  });
});
