import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { everywhere } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { countRowVersions } from "../support/stored.ts";
import {
  createSweepWorld,
  DAY_MS,
  metricsIn,
  noonMs,
  requestsPaid,
  takeBatch,
  tickSweep,
} from "../support/sweep-world.ts";

const database = useClockedDatabase();

type World = Awaited<ReturnType<typeof createSweepWorld>>;

/** Fetches the day's batch of Germany. Returns how it ended, and which apps each of its requests named. */
async function fetchGermany({ store, pipeline }: Pick<World, "store" | "pipeline">) {
  await tickSweep(pipeline);
  const message = takeBatch(pipeline, "de");
  const before = store.calls.length;
  const outcome = await pipeline.deliver(message);
  const lists = store.calls.slice(before).filter(({ operation }) => operation === "fetchStorefrontApps");
  return { outcome, lists: lists.map(({ subject }) => subject.split(",")) };
}

/** Apps that the storefront sold yesterday. */
async function createSoldApps(overrides: Parameters<typeof createSweepWorld>[1] = {}) {
  const world = await createSweepWorld(database().db, { apps: 5, ...overrides });
  await fetchGermany(world);
  await world.pipeline.clock.moveTo(noonMs + DAY_MS);
  const [gone] = world.apps;
  if (gone === undefined) throw new Error("No app is followed.");
  return { ...world, gone };
}

/** Apps that were never read, one of which the storefront does not sell. */
async function createNewApps({ apps = 5 }: { readonly apps?: number } = {}) {
  const world = await createSweepWorld(database().db, { apps });
  const [gone] = world.apps;
  if (gone === undefined) throw new Error("No app is followed.");
  world.store.withdraw({ externalId: gone.externalId, countries: ["de"] });
  return { ...world, gone };
}

async function batchInGermany(db: TestDb) {
  const [row] = await db.execute(sql`SELECT outcome, to_jsonb(missing_app_ids) AS missing,
    to_jsonb(failed_app_ids) AS failed FROM sweep_batches WHERE country_code = 'de' ORDER BY day DESC, shard LIMIT 1`);
  return row;
}

const sortedList = (list: readonly string[]) => list.toSorted().join();

describe("an app that a batch misses in a storefront that sold it", () => {
  it("is unavailable after three further lists without it, each another one", async () => {
    const { db, store, gone, pipeline } = await createSoldApps();
    store.scriptStorefrontApp(gone.externalId, "de", "missing");
    const paid = await requestsPaid(db, "itunes_lookup");

    const { outcome, lists } = await fetchGermany({ store, pipeline });

    expect(outcome).toBe("stored");
    expect(lists).toHaveLength(4);
    expect(new Set(lists.map(String)).size).toBe(4);
    expect(await requestsPaid(db, "itunes_lookup")).toBe(paid + 4);
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
    expect(await batchInGermany(db)).toEqual({ outcome: "stored", missing: [], failed: [] });
  });

  it("is requested again with three apps that the batch has just found", async () => {
    const { store, apps, gone, pipeline } = await createSoldApps();
    store.scriptStorefrontApp(gone.externalId, "de", "missing");

    const { lists } = await fetchGermany({ store, pipeline });

    const [, ...further] = lists;
    expect(new Set(further.map(sortedList)).size).toBe(1);
    expect(further[0]).toHaveLength(4);
    expect(further[0]).toContain(gone.externalId);
    expect(apps.map(({ externalId }) => externalId)).toEqual(expect.arrayContaining(further[0] ?? []));
  });

  it.each([1, 2, 3])("is available, with what it shows now, when list %i of the further ones has it", async (list) => {
    const { db, store, gone, pipeline } = await createSoldApps();
    const misses = Array.from({ length: list }, () => "missing" as const);
    store.scriptStorefrontApp(gone.externalId, "de", ...misses, { metrics: { rating_count: 4321 } });

    const { lists } = await fetchGermany({ store, pipeline });

    expect(lists).toHaveLength(1 + list);
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true, rating_count: 4321 });
    expect(await batchInGermany(db)).toEqual({ outcome: "stored", missing: [], failed: [] });
  });

  it("stays available, and counts as failed, when a further list fails for it", async () => {
    const { db, store, gone, pipeline } = await createSoldApps();
    store.scriptStorefrontApp(gone.externalId, "de", "missing", storeFailure("timeout"));

    await fetchGermany({ store, pipeline });

    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true });
    expect(await batchInGermany(db)).toEqual({ outcome: "stored", missing: [], failed: [gone.id] });
  });

  it("is requested once more for a list that misses a control, which proves nothing", async () => {
    const { db, store, apps, gone, pipeline } = await createSoldApps();
    store.scriptStorefrontApp(gone.externalId, "de", "missing");
    for (const { externalId } of apps.slice(1, 2)) store.scriptStorefrontApp(externalId, "de", {}, "missing", {});

    const { outcome, lists } = await fetchGermany({ store, pipeline });

    expect([outcome, lists.length]).toEqual(["stored", 5]);
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
  });

  it("stays available when a list has it that misses a control", async () => {
    const { db, store, apps, gone, pipeline } = await createSoldApps();
    store.scriptStorefrontApp(gone.externalId, "de", "missing", {});
    for (const { externalId } of apps.slice(1, 2)) store.scriptStorefrontApp(externalId, "de", {}, "missing");

    const { outcome, lists } = await fetchGermany({ store, pipeline });

    expect([outcome, lists.length]).toEqual(["stored", 2]);
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true });
  });

  it("changes nothing, as all of its batch, when six further lists miss a control", async () => {
    const { store, db, apps, gone, pipeline } = await createSoldApps();
    store.scriptStorefrontApp(gone.externalId, "de", "missing");
    for (const { externalId } of apps.slice(1, 2)) store.scriptStorefrontApp(externalId, "de", {}, "missing");
    const before = await countRowVersions(db);

    const { outcome, lists } = await fetchGermany({ store, pipeline });

    expect([outcome, lists.length]).toEqual(["retrying", 7]);
    expect(await countRowVersions(db)).toEqual(before);
  });

  it("changes nothing, as all of its batch, when a further list misses all controls", async () => {
    const { db, store, apps, gone, pipeline } = await createSoldApps();
    store.scriptStorefrontApp(gone.externalId, "de", "missing");
    for (const { externalId } of apps.slice(1)) store.scriptStorefrontApp(externalId, "de", {}, "missing");
    const before = await countRowVersions(db);

    const { outcome } = await fetchGermany({ store, pipeline });

    expect(outcome).toBe("retrying");
    expect(await countRowVersions(db)).toEqual(before);
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true });
    expect(pipeline.measured).toContainEqual(["SweepMassMisses", 1, { platform: "ios" }]);
  });

  it.each([2, 3])("is requested again by other lists where a shard has %i apps", async (appsPerRequest) => {
    const { db, store, gone, pipeline } = await createSoldApps({ settings: { sweep: { appsPerRequest } } });
    store.scriptStorefrontApp(gone.externalId, "de", "missing");
    const before = store.calls.length;

    const { outcome } = await fetchGermany({ store, pipeline });

    expect(outcome).toBe("stored");
    const lists = store.calls.slice(before).map(({ subject, locales }) => `${subject} ${locales}`);
    expect(new Set(lists).size).toBe(4);
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
  });
});

describe("an app that a batch misses in a storefront where it was never seen", () => {
  it("is unavailable after one further list without it", async () => {
    const { db, store, gone, pipeline } = await createNewApps();

    const { lists } = await fetchGermany({ store, pipeline });

    expect(lists).toHaveLength(2);
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
    expect(await batchInGermany(db)).toEqual({ outcome: "stored", missing: [], failed: [] });
  });

  it("is not requested again the day after, when it is known to be absent", async () => {
    const { store, pipeline } = await createNewApps();
    await fetchGermany({ store, pipeline });
    await pipeline.clock.moveTo(noonMs + DAY_MS);

    const { lists } = await fetchGermany({ store, pipeline });

    expect(lists).toHaveLength(1);
  });

  it("stays undecided, and its day uncovered there, when no app is known that the storefront sells", async () => {
    const { db, store, gone, pipeline } = await createNewApps({ apps: 1 });
    store.emptyCharts();

    const { outcome, lists } = await fetchGermany({ store, pipeline });

    expect([outcome, lists.length]).toEqual(["stored", 1]);
    expect(await metricsIn(db, gone, "de")).toBeUndefined();
    expect(await batchInGermany(db)).toEqual({ outcome: "stored", missing: [gone.id], failed: [] });
  });
});

describe("a batch that misses six apps", () => {
  /**
   * A world of `count` apps, `sold` of which were sold in Germany yesterday. Six apps of the named group are missing
   * today.
   */
  async function createWorldWithout(
    which: "sold" | "absent" | "new",
    { apps: count, sold }: { apps: number; sold: number },
  ) {
    const world = await createSweepWorld(database().db, { apps: count });
    const known = world.apps.slice(0, sold);
    const missing = which === "sold" ? known.slice(0, 6) : world.apps.slice(sold, sold + 6);
    const read = which === "absent" ? [...known, ...missing] : known;
    for (const app of read) {
      await world.db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, rating_count, observed_at)
        VALUES (${app.id}, 'de', ${known.includes(app)}, 100, now() - interval '1 day')`);
    }
    for (const { externalId } of missing) world.store.withdraw({ externalId, countries: ["de"] });
    return { ...world, missing };
  }

  async function fetchWithout(...without: Parameters<typeof createWorldWithout>) {
    return (await fetchGermany(await createWorldWithout(...without))).outcome;
  }

  it("of ten that the storefront sold is a failure of the store, however many others the batch has", async () => {
    expect(await fetchWithout("sold", { apps: 40, sold: 10 })).toBe("retrying");
  });

  it("of ten that the storefront sold is stored, with their absence, when it misses them on the next day, too", async () => {
    const world = await createWorldWithout("sold", { apps: 40, sold: 10 });
    await fetchGermany(world);
    await world.pipeline.clock.moveTo(noonMs + DAY_MS);

    const { outcome, lists } = await fetchGermany(world);

    expect([outcome, lists.length]).toEqual(["stored", 4]);
    for (const app of nonEmpty(world.missing))
      expect(await metricsIn(world.db, app, "de")).toMatchObject({ is_available: false });
  });

  it("of ten that the storefront sold is a failure of the store on two days, if other lists find no app either", async () => {
    const world = await createWorldWithout("sold", { apps: 40, sold: 10 });
    await fetchGermany(world);
    await world.pipeline.clock.moveTo(noonMs + DAY_MS);
    world.store.loseApps("de");

    expect((await fetchGermany(world)).outcome).toBe("retrying");

    for (const app of nonEmpty(world.missing))
      expect(await metricsIn(world.db, app, "de")).toMatchObject({ is_available: true });
  });

  it("of forty that the storefront sold is stored", async () => {
    expect(await fetchWithout("sold", { apps: 40, sold: 40 })).toBe("stored");
  });

  it("that are known to be absent is stored", async () => {
    expect(await fetchWithout("absent", { apps: 12, sold: 6 })).toBe("stored");
  });

  it("that were never seen there is stored", async () => {
    expect(await fetchWithout("new", { apps: 12, sold: 6 })).toBe("stored");
  });
});

describe("a batch that has found no app", () => {
  /**
   * An app that was never read and is not sold in Germany, alone in its shard, and four other apps that were read
   * before.
   */
  async function createLoneApp(days = 1) {
    const world = await createSweepWorld(database().db, { apps: 5, settings: { sweep: { appsPerRequest: 1 } } });
    const { apps, db, pipeline, store } = world;
    const [lone, ...known] = apps;
    if (lone === undefined) throw new Error("No app is followed.");
    const readAt = new Date(pipeline.clock.ms() - days * DAY_MS).toISOString();
    for (const { id } of known) {
      await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, rating_count, observed_at)
        VALUES (${id}, 'de', true, 100, ${readAt})`);
    }
    store.withdraw({ externalId: lone.externalId, countries: ["de"] });
    return { ...world, lone, known };
  }

  const idsOf = (apps: readonly App[]) => apps.map(({ externalId }) => externalId);

  it("requests what it misses again with three followed apps that the storefront sold of late", async () => {
    const world = await createLoneApp();

    const { lists } = await fetchGermany(world);

    expect(lists.map(sortedList)).toEqual([
      world.lone.externalId,
      sortedList([world.lone.externalId, ...idsOf(world.known).slice(0, 3)]),
    ]);
    expect(await metricsIn(world.db, world.lone, "de")).toMatchObject({ is_available: false });
  });

  it("stores nothing of these", async () => {
    const world = await createLoneApp();
    for (const { externalId } of world.known) {
      world.store.sell({ externalId, countries: everywhere, metrics: { rating_count: 999 } });
    }

    await fetchGermany(world);

    for (const app of nonEmpty(world.known))
      expect(await metricsIn(world.db, app, "de")).toMatchObject({ rating_count: 100 });
  });

  it.each([
    ["was read four days ago", 4, undefined],
    ["was missing on the days since", 4, "{de}"],
  ])("takes none that %s", async (_name, days, missing) => {
    const world = await createLoneApp(days);
    world.store.emptyCharts();
    if (missing !== undefined) await coverYesterday(world, missing);

    const { lists } = await fetchGermany(world);

    expect(lists).toEqual([[world.lone.externalId]]);
  });

  it("takes one that a sweep has read since, unchanged", async () => {
    const world = await createLoneApp(4);
    await coverYesterday(world, "{}");

    expect((await fetchGermany(world)).lists).toHaveLength(2);
  });

  async function coverYesterday({ db, known }: Awaited<ReturnType<typeof createLoneApp>>, missing: string) {
    for (const { id } of known) {
      await db.execute(sql`INSERT INTO app_metric_coverage (app_id, day, missing_country_codes)
        VALUES (${id}, (now() AT TIME ZONE 'UTC')::date - 1, ${missing})`);
    }
  }

  it("is content with one that is found, since the others may be gone", async () => {
    const world = await createLoneApp();
    for (const { externalId } of world.known.slice(0, 2)) world.store.scriptStorefrontApp(externalId, "de", "missing");

    expect(await fetchGermany(world)).toMatchObject({ outcome: "stored" });

    expect(await metricsIn(world.db, world.lone, "de")).toMatchObject({ is_available: false });
  });

  it("stores nothing when none is found", async () => {
    const world = await createLoneApp();
    for (const { externalId } of world.known) world.store.scriptStorefrontApp(externalId, "de", "missing");

    expect(await fetchGermany(world)).toMatchObject({ outcome: "retrying" });

    expect(await metricsIn(world.db, world.lone, "de")).toBeUndefined();
  });
});
