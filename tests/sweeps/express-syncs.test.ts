import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { prod } from "../../infra/aws/stages.ts";
import { listingLanguages, storefrontCodes } from "../../lib/domain/country.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { FIRST_EXPRESS_SHARD } from "../../lib/domain/storefront-sweep.ts";
import { byRun } from "../support/by-run.ts";
import { everywhere, fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createExpressWorld } from "../support/express-world.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { atCaps } from "../support/store-settings.ts";
import { DAY_MS, leaveTokens, metricsIn, noonMs, tickSweep } from "../support/sweep-world.ts";

const database = useClockedDatabase();
const createWorld = (options?: Parameters<typeof createExpressWorld>[1]) => createExpressWorld(database().db, options);

/** Seconds in which any run of these tests ends, its waits included. */
const ENOUGH_SECONDS = 2 * 3_600;

const byName = [...everywhere].toSorted();

/** Much less than a retry of the batch, which waits for a minute. */
const MORE_FOR_A_FAILURE_MS = 30_000;

const NEW_APPS = byRun({ usual: 2, nightly: 5 });

describe("the first sync of new apps", () => {
  it(`shares one request a storefront between ${NEW_APPS} apps at the highest rates`, async () => {
    const world = await createWorld({ countries, settings: { stores: atCaps(prod.stores) } });
    const apps = await world.addApps(NEW_APPS);
    await world.startAll(apps);

    await world.pipeline.advance(ENOUGH_SECONDS);

    const storefronts = storefrontCodes(countries, "ios");
    expect(storefronts).toHaveLength(111);
    expect(world.requestedTogether().toSorted()).toEqual(storefronts.toSorted());
    for (const app of nonEmpty(apps)) {
      expect([...world.requestedAlone(app), ...world.requestedForStars(app)]).toEqual(["us"]);
      expect(await world.statusOf(app)).toEqual({ status: "completed", current_step: null, is_whole: true });
      expect(await world.measuredIn(app)).toHaveLength(111);
    }
  });

  it("stores listings before any shard is planned, and the primary storefront with its stars by itself", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    const languages = () =>
      world.db.execute(sql`SELECT DISTINCT locale FROM app_store_listings WHERE app_id = ${app.id}`);
    await world.start(app);

    await world.pipeline.advance(3);
    expect((await languages()).length).toBeGreaterThanOrEqual(everywhere.length);
    expect(await world.expressShards()).toEqual([]);

    world.pipeline.sentSweeps.splice(0);
    await world.pipeline.advance(600);
    expect(await languages()).toHaveLength(listingLanguages(fewCountries, "ios").length);
    expect(await metricsIn(world.db, app, "us")).toMatchObject({ is_available: true, stars: expect.any(Array) });
    expect(await world.measuredIn(app)).toEqual(["us"]);
  });

  it("waits in its metrics phase while batches of its shard are open", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);

    await world.advanceIntoShard();

    expect(await world.statusOf(app)).toMatchObject({ status: "processing", current_step: "metrics" });
    expect(world.requestedAlone(app)).toEqual(["us"]);
    expect((await world.measuredIn(app)).length).toBeLessThan(everywhere.length);

    await world.pipeline.advance(ENOUGH_SECONDS);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed", is_whole: true });
    expect(world.requestedAlone(app)).toEqual(["us"]);
  });

  it("covers its day", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.pipeline.advance(ENOUGH_SECONDS);
    await tickSweep(world.pipeline);

    const coverage = await world.db.execute(
      sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect([...coverage]).toEqual([{ missing: [] }]);
    expect(await world.expressShards()).toMatchObject([{ shard: FIRST_EXPRESS_SHARD, is_folded: true }]);
  });

  it("[SYN-8 SYN-12] waits for no storefront that fails, which becomes a failed item of the run", async () => {
    const healthy = await createWorld();
    const app = await healthy.addApp();
    await healthy.start(app);
    await healthy.pipeline.drain();
    const secondsWithout = healthy.pipeline.clock.ms() - noonMs;

    const world = await createWorld();
    const other = await world.addApp();
    world.store.scriptStorefront("jp", storeFailure("http_5xx", { status: 500 }));
    world.store.scriptMetrics(other.externalId, "jp", storeFailure("http_5xx", { status: 500 }));
    await world.start(other);
    await world.pipeline.drain();

    expect(await world.statusOf(other)).toMatchObject({ status: "completed" });
    expect(await world.failedIn(other)).toEqual(["jp"]);
    expect(world.pipeline.clock.ms() - noonMs).toBeLessThan(secondsWithout + MORE_FOR_A_FAILURE_MS);
  });

  it("[QUE-3 SYN-14] sends every message of an express shard through the queue of requested syncs", async () => {
    const scheduled: unknown[] = [];
    const sweeps = {
      send: async (_platform: unknown, messages: readonly unknown[]) => void scheduled.push(...messages),
    };
    const world = await createWorld({ queues: { sweeps } });
    const app = await world.addApp();
    await world.start(app);
    await leaveTokens(world.db, "itunes_lookup", 0);

    await world.pipeline.drain();

    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
    expect(world.requestedTogether().toSorted()).toEqual(byName);
    expect(scheduled).toEqual([]);
  });

  it("requests by itself what its shard has not read once the store has limited it three times", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    for (const country of ["de", "jp"])
      world.store.scriptStorefront(country, storeFailure("http_429", { status: 429 }));
    await world.start(app);

    await world.pipeline.advance(120);
    expect(await world.statusOf(app)).toMatchObject({ status: "processing", current_step: "metrics" });

    await world.pipeline.advance(360);
    expect(world.requestedTogether().filter((code) => code === "de")).toHaveLength(3);
    expect(world.requestedAlone(app).toSorted()).toEqual(["de", "jp", "us"]);
    expect(await world.measuredIn(app)).toEqual(byName);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("has its shard planned by whatever is delivered next when the message for it was lost", async () => {
    const world = await createWorld();
    const [app, other] = [await world.addApp(), await world.addApp()];
    await world.start(app);
    await world.pipeline.advance(3);
    world.pipeline.sentSweeps.splice(0);
    await world.pipeline.advance(60);
    expect(await world.expressShards()).toEqual([]);

    await world.start(other);
    await world.pipeline.advance(3);

    expect(await world.expressShards()).toMatchObject([{ app_ids: [app.id] }]);
  });

  it("shares a shard that rests for a quarter of an hour while the day's sweep would not end with its day", async () => {
    const world = await createWorld();
    const { batchesPerMinute } = prod.sweep;
    const apps = await world.addApps(3);
    const [first, ...later] = apps;
    // From noon on, at the pace of prod, half of this day is too short for one batch of them.
    await database().db.execute(sql`
      INSERT INTO sweep_batches (platform, kind, day, shard, country_code, next_attempt_at)
      SELECT 'ios', 'metrics', ${utcDay(new Date(noonMs))}, shard, code, clock_timestamp() + interval '11 hours'
      FROM generate_series(1, 100) shard CROSS JOIN (SELECT code FROM countries WHERE code <> 'zz' LIMIT 60) c
      LIMIT ${720 * batchesPerMinute + 1}::int`);
    await world.startAll(apps.slice(0, 1));
    await world.pipeline.advance(120);
    expect(await world.expressShards()).toMatchObject([{ app_ids: [first?.id] }]);

    await world.startAll(later);
    await world.pipeline.advance(600);
    expect(await world.expressShards()).toHaveLength(1);

    await world.pipeline.advance(300);
    expect(await world.expressShards()).toMatchObject([{}, { app_ids: later.map(({ id }) => id) }]);
    for (const app of nonEmpty(apps)) expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("has the batches of its shard sent again by the tick when their messages were lost", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advanceIntoShard();
    world.pipeline.sentSweeps.splice(0);
    await tickSweep(world.pipeline);
    expect(world.pipeline.sentSweeps).toEqual([]);

    await world.pipeline.advance(2 * prod.sync.leaseSeconds + 1);
    await tickSweep(world.pipeline);
    await world.pipeline.advance(60);

    expect(world.requestedTogether().toSorted()).toEqual(byName);
    expect(world.requestedAlone(app)).toEqual(["us"]);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("requests everything by itself, and waits for no shard, where sweeps are off", async () => {
    const world = await createWorld({ settings: { sweep: { schedule: "off" } } });
    const app = await world.addApp();
    await world.start(app);

    await world.pipeline.advance(600);

    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
    expect(world.requestedAlone(app).toSorted()).toEqual(byName);
    expect(await world.db.execute(sql`SELECT 1 FROM express_apps`)).toEqual([]);
  });

  it("goes on past midnight with what its shard has stored", async () => {
    const world = await createWorld();
    await world.pipeline.clock.moveTo(new Date(noonMs).setUTCHours(23, 58, 30));
    const app = await world.addApp();
    await world.start(app);

    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether().toSorted()).toEqual(byName);
    expect(world.requestedAlone(app)).toEqual(["us"]);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("covers the day of its shard, and no other, when it ends past midnight", async () => {
    const world = await createWorld();
    const eveningMs = new Date(noonMs).setUTCHours(23, 58, 30);
    await world.pipeline.clock.moveTo(eveningMs);
    const app = await world.addApp();
    await world.start(app);

    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
    const days = await world.db.execute(sql`SELECT day::text FROM app_metric_coverage WHERE app_id = ${app.id}`);
    expect([...days]).toEqual([{ day: utcDay(new Date(eveningMs)) }]);
  });

  it("goes on with its shard after a pause of its platform", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advanceIntoShard();
    await world.db.execute(sql`INSERT INTO platform_pauses (platform, reason) VALUES ('ios', 'test')`);
    await world.pipeline.advance(ENOUGH_SECONDS);
    expect(await world.statusOf(app)).toMatchObject({ status: "processing", current_step: "metrics" });
    await world.db.execute(sql`DELETE FROM platform_pauses`);

    await tickSweep(world.pipeline);
    await world.pipeline.resend();
    await world.pipeline.advance(600);

    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
    expect(world.requestedAlone(app)).toEqual(["us"]);
  });

  it("goes on with another shard after a pause of days", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advanceIntoShard();
    await world.db.execute(sql`INSERT INTO platform_pauses (platform, reason) VALUES ('ios', 'test')`);
    await world.pipeline.advance(60);
    await world.pipeline.clock.moveTo(noonMs + 2 * DAY_MS);
    await world.db.execute(sql`DELETE FROM platform_pauses`);
    const later = await world.addApp();
    await world.start(later);

    await tickSweep(world.pipeline);
    await world.pipeline.resend();
    await world.pipeline.advance(ENOUGH_SECONDS);

    for (const one of [app, later]) expect(await world.statusOf(one)).toMatchObject({ status: "completed" });
    const nextDay = utcDay(new Date(noonMs + DAY_MS));
    const waiting = sql`SELECT 1 FROM sweep_batches WHERE outcome IS NULL AND day < ${nextDay}`;
    expect(await world.db.execute(waiting)).toEqual([]);
  });

  it("leaves what its shard has read to the run after it, when it fails", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advanceIntoShard();
    await world.db.execute(sql`UPDATE sync_statuses SET status = 'failed', lease_token = NULL, lease_until = NULL`);
    await world.pipeline.advance(60);
    await world.start(app);

    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether().toSorted()).toEqual(byName);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("[APP-5 MET-4 SYN-7] lists a storefront without the app when it completes, if its shard has others", async () => {
    const world = await createWorld();
    const [app, other] = [
      await world.addApp({ soldIn: everywhere.filter((code) => code !== "br") }),
      await world.addApp(),
    ];
    world.store.scriptListing(app.externalId, "br", storeFailure("http_5xx"));
    await world.startAll([app, other]);

    await world.pipeline.drain();

    const [row] = await world.db.execute(sql`SELECT s.status, to_jsonb(a.unavailable_countries) AS gone
      FROM apps a JOIN sync_statuses s ON s.app_id = a.id WHERE a.id = ${app.id}`);
    expect(row).toEqual({ status: "completed", gone: ["br"] });
    expect(world.requestedAlone(app)).toEqual(["us"]);
    const coverage = await world.db.execute(
      sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect([...coverage]).toEqual([{ missing: [] }]);
  });

  it("requests a storefront without any app of its shard, and saves no absence if no control is known", async () => {
    const world = await createWorld();
    world.store.emptyCharts();
    const app = await world.addApp({ soldIn: everywhere.filter((code) => code !== "br") });
    world.store.scriptListing(app.externalId, "br", storeFailure("http_5xx"));
    await world.start(app);

    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(world.requestedAlone(app).toSorted()).toEqual(["br", "us"]);
    expect(await metricsIn(world.db, app, "br")).toBeUndefined();
    expect(await world.failedIn(app)).toEqual(["br"]);
  });
});
