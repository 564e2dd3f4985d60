import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";

import { platformPauses } from "../../db/schema/stores.ts";
import { countries } from "../../db/seeds/countries.ts";
import { activeStorefronts } from "../../lib/domain/country.ts";
import { pausePlatform } from "../../lib/operations/pause-platform.ts";
import { resumePlatform } from "../../lib/operations/resume-platform.ts";
import { createApi, createCaller } from "../support/api.ts";
import { createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { categoryIdOf, planChart } from "../support/charts.ts";
import { type ClockedDb, useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createPublisher } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { passTime } from "../support/pass-time.ts";
import { createPipeline } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";
import { HOUR_MS } from "../support/sweep-world.ts";
import { createTrackedApp, emptyCatalogue } from "../support/tracked-apps.ts";

const database = useClockedDatabase();
const reason = "403 since 14:00";

afterEach(() => emptyTables(database().db, platformPauses));

/** An app that was never synced and is known for so long that it waits for no sweep. */
const createDueApp = (db: ClockedDb) => createTrackedApp(db, { createdAt: new Date(db.clock.ms() - 100 * HOUR_MS) });

describe("a paused platform", () => {
  it("starts no sync, while the other platform's go on", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    await createDueApp(db);
    await createTrackedApp(db, { platform: "android" });
    await pausePlatform({ db }, { platform: "ios", reason });
    expect(await pipeline.tick()).toEqual({ ios: 0, android: 1 });

    await resumePlatform({ db }, { platform: "ios" });
    expect(await pipeline.tick()).toEqual({ ios: 1, android: 0 });
  });

  it("acknowledges messages without changing their runs", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    const before = await findStored(db, app.id);
    await pausePlatform({ db }, { platform: "ios", reason });

    expect(await pipeline.deliver(pipeline.take())).toBe("not_claimed");
    expect(await findStored(db, app.id)).toEqual(before);
  });

  it("lets an active delivery store what it has fetched", async () => {
    const { db } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    const store = createFakeStore("ios");
    store.sell({ externalId: app.externalId, countries: ["us"] });
    const pausedMeanwhile: typeof store = {
      ...store,
      fetchIdentity: async (...request) => {
        await pausePlatform({ db }, { platform: "ios", reason });
        return store.fetchIdentity(...request);
      },
    };
    const pipeline = createPipeline(db, pausedMeanwhile);
    await pipeline.start(app.id);

    const message = pipeline.take();
    expect(await pipeline.deliver(message)).toBe("completed");
    expect(pipeline.sent).toEqual([]);
    expect(await pipeline.deliver({ ...message, phase: "listings" })).toBe("not_claimed");
    expect(await findStored(db, app.id)).toMatchObject({ status: "processing", current_step: "listings" });
  });

  it("keeps the resend schedule from sending its runs until the pause ends", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const ios = await createDueApp(db);
    const android = await createTrackedApp(db, { platform: "android" });
    await pipeline.tick();
    pipeline.sent.length = 0;
    await passTime(db, 20 * 60);
    await pausePlatform({ db }, { platform: "ios", reason });
    await pipeline.resend();
    expect(pipeline.sent.splice(0).map(({ message }) => message.appId)).toEqual([android.id]);

    await resumePlatform({ db }, { platform: "ios" });
    await pipeline.resend();
    expect(pipeline.sent.map(({ message }) => message.appId)).toEqual([ios.id]);
  });

  it("[SYN-15] fails no run, however long the pause lasts", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createDueApp(db);
    await pipeline.tick();
    await pausePlatform({ db }, { platform: "ios", reason });
    await passTime(db, 48 * 3_600);
    await pipeline.resend();
    await resumePlatform({ db }, { platform: "ios" });
    await pipeline.resend();
    expect(await findStored(db, app.id)).toMatchObject({ status: "queued" });
  });

  it("sends and fetches no chart until it is resumed", async () => {
    const { db } = database();
    await emptyCharts(db);
    const store = createFakeStore("ios");
    store.scriptChart({ collection: "top_free", country: "us", categoryExternalId: null }, { found: [] });
    const pipeline = createChartPipeline(db, store);
    const message = await planChart(db, {}, { dueInSeconds: 0 });
    await planChart(db, { categoryId: await categoryIdOf(db, "ios", "6014") }, { isQueued: false });
    const fetches = () => db.execute(sql`SELECT * FROM chart_fetches ORDER BY category_id`);
    const before = await fetches();
    await pausePlatform({ db }, { platform: "ios", reason });

    expect(await pipeline.deliver(message)).toBe("not_claimed");
    expect(await pipeline.resend()).toMatchObject({ sent: 0, missed: 0 });
    expect(await fetches()).toEqual(before);

    await resumePlatform({ db }, { platform: "ios" });
    expect(await pipeline.resend()).toMatchObject({ sent: 2 });
    expect(await pipeline.deliver(message)).toBe("empty");
  });

  it("makes no chart late, during the pause or after it", async () => {
    const { db } = database();
    await emptyCharts(db);
    const pipeline = createChartPipeline(db, createFakeStore("ios"));
    // More than one sweep sends, due 5 hours ago, and paused from an hour later on.
    for (const { code } of activeStorefronts(countries, "ios").slice(0, 42)) {
      await planChart(db, { countryCode: code }, { isQueued: false, dueInSeconds: -18_000 });
    }
    await db.execute(sql`INSERT INTO platform_pauses (platform, reason, paused_at)
      VALUES ('ios', ${reason}, now() - interval '4 hours')`);
    await pipeline.resend();
    await db.execute(sql`UPDATE platform_pauses SET resumed_at = now() - interval '1 hour'`);
    await pipeline.resend();
    await emptyTables(db, platformPauses);
    await pipeline.resend();

    const measured = pipeline.measured.filter(
      ([name, , { platform }]) => name === "ChartLagSeconds" && platform === "ios",
    );
    expect(measured.map(([name, seconds]) => [name, Math.round(seconds / 3_600)])).toEqual([
      ["ChartLagSeconds", 1],
      ["ChartLagSeconds", 2],
      ["ChartLagSeconds", 5],
    ]);
  });

  it("makes no app overdue, during the pause or after it", async () => {
    const { db } = await emptyCatalogue(database().db);
    const overdueNow = async () => {
      const pipeline = createPipeline(db, createFakeStore("ios"));
      await pipeline.resend();
      return pipeline.measured.filter(([name, , { platform }]) => platform === "ios" && name === "OverdueAppsPercent");
    };
    // Overdue after one and a half times 23 hours: one app was so before the pause, one is so only by its length.
    for (const hours of [39, 60]) {
      const { id } = await createTrackedApp(db);
      await db.execute(sql`UPDATE apps SET last_synced_at = now() - make_interval(hours => ${hours}) WHERE id = ${id}`);
    }
    expect(await overdueNow()).toEqual([["OverdueAppsPercent", 100, { platform: "ios" }]]);

    await db.execute(sql`INSERT INTO platform_pauses (platform, reason, paused_at)
      VALUES ('ios', ${reason}, now() - interval '10 hours')`);
    expect(await overdueNow()).toEqual([["OverdueAppsPercent", 50, { platform: "ios" }]]);

    await db.execute(sql`UPDATE platform_pauses SET resumed_at = now() - interval '5 hours'`);
    expect(await overdueNow()).toEqual([["OverdueAppsPercent", 50, { platform: "ios" }]]);
    await db.execute(sql`UPDATE platform_pauses SET resumed_at = now() - interval '7 hours'`);
    expect(await overdueNow()).toEqual([["OverdueAppsPercent", 100, { platform: "ios" }]]);
  });

  it.each([
    ["search", "/apps/search?platform=ios&term=notes"],
    ["publisher search", "/publishers/search?platform=ios&term=notes&country_code=us"],
    ["publisher's store apps", "/publishers/ios/{publisher}/store-apps"],
  ])("rejects a live %s with the store's name without calling the store", async (_what, path) => {
    const { db } = database();
    const api = createApi(db);
    const caller = await createCaller(db);
    const externalId = String(Date.now());
    await createPublisher(db, { externalId });
    await pausePlatform({ db }, { platform: "ios", reason });

    const response = await api.get(path.replace("{publisher}", externalId), caller);

    expect([response.status, response.headers["retry-after"]]).toEqual([503, "600"]);
    expect(response.body.detail).toBe("Requests to App Store are paused by the operators.");
    expect(response.text).not.toContain(reason);
    expect(api.stores.ios.calls).toEqual([]);
  });

  it("does not affect live requests to the other platform", async () => {
    const { db } = database();
    const api = createApi(db);
    await pausePlatform({ db }, { platform: "ios", reason });
    api.stores.android.scriptSearch("notes", "us", { hits: [] });

    const response = await api.get("/apps/search?platform=android&term=notes", await createCaller(db));
    expect([response.status, response.body.data]).toEqual([200, []]);
  });
});

describe("pausing and resuming", () => {
  it("keeps the start of a pause that is given a new reason", async () => {
    const { db } = database();
    const first = await pausePlatform({ db }, { platform: "android", reason });
    const second = await pausePlatform({ db }, { platform: "android", reason: "429 as well" });
    expect(second).toEqual({ ...first, reason: "429 as well" });
  });

  it("returns the start of the pause once", async () => {
    const { db } = database();
    const { paused_at } = await pausePlatform({ db }, { platform: "android", reason });
    expect(await resumePlatform({ db }, { platform: "android" })).toEqual({
      platform: "android",
      paused_since: paused_at,
    });
    expect(await resumePlatform({ db }, { platform: "android" })).toEqual({ platform: "android", paused_since: null });
  });
});
