import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { PACED_AHEAD_SECONDS } from "../../lib/domain/paced-fetch.ts";
import { type ChartPipeline, createChartPipeline, emptyCharts, NOW, YESTERDAY } from "../support/chart-pipeline.ts";
import { fetchRow, planChart, TODAY } from "../support/charts.ts";
import { type ClockedDb, type TestDb, useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";

const database = useClockedDatabase();

async function createWorld(at = NOW) {
  const { db } = database();
  await emptyCharts(db, at);
  const store = createFakeStore("ios");
  store.emptyCharts();
  return { db, store, pipeline: createChartPipeline(db, store) };
}

const pass = ({ clock }: ClockedDb, seconds: number) => clock.moveTo(clock.ms() + seconds * 1_000);

/** Plans `count` charts of one day, which are due one after the other, `gap` seconds apart. */
async function planMany(db: TestDb, input: { count: number; firstIn: number; gap?: number; day?: string }) {
  const { count, firstIn, gap = 0, day = TODAY } = input;
  await db.execute(sql`
    INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, next_attempt_at)
    SELECT 'ios', 'top_free', country.code, category.id, ${day}::date, clock_timestamp() + make_interval(secs =>
      ${firstIn}::float8 + ${gap}::float8 * (row_number() OVER (ORDER BY country.code, category.id) - 1))
    FROM (SELECT code FROM countries WHERE code <> 'zz') country
    CROSS JOIN (SELECT id FROM store_categories WHERE platform = 'ios' AND type = 'app') category
    ORDER BY country.code, category.id LIMIT ${count}`);
}

/** The categories of a storefront but for two, so that most pages are among others when a tick takes no more. */
const PAGES = 24;

/**
 * Plans pages of two charts, and the first one a microsecond apart. The ids of their categories are in the opposite
 * order of their times.
 */
async function planPages(db: TestDb, { firstIn }: { firstIn: number }) {
  await db.execute(sql`
    INSERT INTO chart_fetches
      (platform, collection, country_code, category_id, chart_date, page_category_id, next_attempt_at)
    SELECT 'ios', collection, 'us', category.id, ${TODAY}::date, category.id, clock_timestamp() + make_interval(secs =>
      ${firstIn}::float8 + category.place + CASE collection WHEN 'top_paid' THEN 0.000001 ELSE 0 END)
    FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM store_categories
      WHERE platform = 'ios' AND type = 'app' ORDER BY id DESC LIMIT ${PAGES}) category
    CROSS JOIN unnest('{top_free,top_paid}'::text[]) AS collection`);
}

/** Returns the pages of which some charts are queued, and others are not. */
async function pagesInPart(db: TestDb) {
  const pages = await db.execute(sql`SELECT page_category_id FROM chart_fetches GROUP BY 1
    HAVING count(queued_at) BETWEEN 1 AND count(*) - 1`);
  return [...pages];
}

const CHARTS_PER_MINUTE = 8;
const PACE_SECONDS = 60 / CHARTS_PER_MINUTE;
/** The most charts that one tick sends. */
const CHARTS_SENT = Math.ceil(PACED_AHEAD_SECONDS / PACE_SECONDS);
/** Ticks, one after the end of what the last one has sent, that send this many charts. */
const ticksFor = (charts: number) => Math.ceil((charts * PACE_SECONDS) / PACED_AHEAD_SECONDS) + 1;

/** Expects the slots of all sent charts to be apart by the pace, however many ticks gave them. */
async function expectPace(db: TestDb) {
  const [row] = await db.execute<{ shortest: number }>(sql`
    SELECT min(gap)::float8 AS shortest FROM (
      SELECT extract(epoch FROM queued_at - lag(queued_at) OVER (ORDER BY queued_at)) AS gap FROM chart_fetches) gaps`);
  expect(row?.shortest).toBeGreaterThan(PACE_SECONDS * 0.999);
}

const night = new Date("2026-05-10T02:00:00Z");
const delays = ({ sent }: ChartPipeline) => sent.map(({ delaySeconds }) => delaySeconds);

describe("the resend schedule of charts", () => {
  it("sends what is due within ten seconds, each chart at its time", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: 20, firstIn: 1.5, gap: 8 });

    expect(await pipeline.resend()).toEqual({ platform: "ios", missed: 0, sent: 2 });

    expect(delays(pipeline)).toEqual([1, 9]);
    expect(pipeline.sent[0]).toMatchObject({
      queue: "ios",
      message: { v: 1, platform: "ios", collection: "top_free", chartDate: TODAY, correlationId: "resend" },
    });
  });

  it("measures the lag of the oldest chart that waits when it begins", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: 16, firstIn: -7_200, gap: 60 });

    await pipeline.resend();
    await pass(db, 60);
    await pipeline.resend();

    const measured = pipeline.measured.filter(
      ([name, , { platform }]) => name === "ChartLagSeconds" && platform === "ios",
    );
    // Two charts, which were due a minute apart, go with each tick.
    expect(measured.map(([name, value, { platform }]) => [name, Math.round(value / 60), platform])).toEqual([
      ["ChartLagSeconds", 120, "ios"],
      ["ChartLagSeconds", 119, "ios"],
    ]);
  });

  it("marks what it sends as queued, to be sent again when the message counts as lost", async () => {
    const { db, pipeline } = await createWorld();
    const message = await planChart(db, {}, { isQueued: false, dueInSeconds: 50 });

    await pipeline.resend();

    const row = await fetchRow(db, message);
    expect(row).toMatchObject({ outcome: null, is_queued: true, attempts: 0 });
    expect(row?.due_in).toBeGreaterThan(940);
    expect(row?.due_in).toBeLessThanOrEqual(950);
  });

  it("sends nothing twice while messages are on their way", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: CHARTS_SENT, firstIn: -10 });
    await pipeline.resend();
    await pass(db, 300);

    expect(await pipeline.resend()).toMatchObject({ sent: 0 });
    expect(pipeline.sent).toHaveLength(CHARTS_SENT);
  });

  it("sends a chart again whose message was lost", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, {}, { isQueued: false });
    await pipeline.resend();
    pipeline.sent.length = 0;
    await pass(db, 901);

    await pipeline.resend();

    const [again] = pipeline.sent;
    expect(again).toMatchObject({ delaySeconds: 0, message: { ...message, correlationId: "resend" } });
    expect(await pipeline.deliver(again?.message ?? message)).toBe("empty");
    expect(store.calls).toHaveLength(1);
  });

  it.each([
    ["is being fetched", sql`lease_until = clock_timestamp() + interval '30 seconds'`],
    ["is finished", sql`outcome = 'stored', next_attempt_at = NULL`],
    ["is of a day to come", sql`chart_date = '2026-05-11'`],
  ])("does not send a chart that %s", async (_state, change) => {
    const { db, pipeline } = await createWorld();
    await planChart(db, {}, { isQueued: false, dueInSeconds: -5 });
    await db.execute(sql`UPDATE chart_fetches SET ${change}`);

    expect(await pipeline.resend()).toMatchObject({ missed: 0, sent: 0 });
  });

  it("sends the charts of each platform to its own queue", async () => {
    const { db, pipeline } = await createWorld();
    const ios = await planChart(db, {}, { isQueued: false });
    const android = await planChart(db, { platform: "android" }, { isQueued: false });

    await pipeline.resend();

    const correlationId = "resend";
    expect(pipeline.sent.toSorted((one, other) => other.queue.localeCompare(one.queue))).toMatchObject([
      { queue: "ios", message: { ...ios, correlationId } },
      { queue: "android", message: { ...android, correlationId } },
    ]);
  });

  it("takes a chart that failed when its next attempt is due", async () => {
    const { db, pipeline } = await createWorld();
    await planChart(db, { collection: "top_paid" });
    await planChart(db, {}, { attempts: 2, isQueued: false, dueInSeconds: 110 });
    expect(await pipeline.resend()).toMatchObject({ sent: 0 });
    await pass(db, 103);

    expect(await pipeline.resend()).toMatchObject({ sent: 1 });
    expect(pipeline.sent[0]?.delaySeconds).toBeGreaterThan(4);
  });

  it("sends the next chart within a quarter of an hour where no other is under way, and one of them alone", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: 5, firstIn: 700, gap: 5 });

    expect(await pipeline.resend()).toMatchObject({ sent: 1 });
    expect(await pipeline.resend()).toMatchObject({ sent: 0 });
    expect(delays(pipeline)).toEqual([700]);
  });

  it("leaves charts in their rows that are due after the longest delay of a message", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: 1, firstIn: 901 });
    expect(await pipeline.resend()).toMatchObject({ sent: 0 });
  });

  it("keeps the pace after an outage until all charts are sent", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: 100, firstIn: -4 * 3_600, gap: 1 });

    for (let tick = 0; tick < ticksFor(100); tick += 1) {
      await pipeline.resend();
      await expectPace(db);
      await pass(db, PACED_AHEAD_SECONDS);
    }

    const categories = pipeline.sent.map(({ message }) => `${message.countryCode} ${message.categoryId}`);
    expect(new Set(categories).size).toBe(100);
    expect(pipeline.sent).toHaveLength(100);
  });

  it("keeps the pace when it runs three times at once, and again before its time", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: 100, firstIn: -4 * 3_600 });

    await Promise.all([pipeline.resend(), pipeline.resend(), pipeline.resend()]);
    await pipeline.resend();
    await expectPace(db);
    expect(pipeline.sent).toHaveLength(CHARTS_SENT);

    await pass(db, 100);
    await pipeline.resend();
    await expectPace(db);
    expect(pipeline.sent).toHaveLength(2 * CHARTS_SENT);
  });

  it("keeps the pace of planned charts while users request others", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: 5, firstIn: -10 });
    for (const collection of ["top_paid", "top_grossing"] as const) await planChart(db, { collection });

    await pipeline.resend();
    expect(delays(pipeline)).toEqual([0, 7]);
  });

  it("sends overdue charts before later ones, at the same pace", async () => {
    const { db, pipeline } = await createWorld(night);
    await planMany(db, { count: 1, firstIn: 2 });
    await planMany(db, { count: 1, firstIn: -60, day: YESTERDAY });

    await pipeline.resend();

    expect(pipeline.sent.map(({ message, delaySeconds }) => [message.chartDate, delaySeconds])).toEqual([
      [YESTERDAY, 0],
      [TODAY, 7],
    ]);
  });

  it("sends the newest day first when there is no time for both", async () => {
    const { db, pipeline } = await createWorld(night);
    await planMany(db, { count: 25, firstIn: -7_200, day: YESTERDAY });
    await planMany(db, { count: 1, firstIn: -60 });

    await pipeline.resend();
    const days = pipeline.sent.map(({ message }) => message.chartDate);
    expect(days).toEqual([TODAY, YESTERDAY]);
  });

  it("[CHT-5] sends each page with all of its charts, though more are overdue than it takes", async () => {
    const { db, pipeline } = await createWorld();
    await planPages(db, { firstIn: -3_600 });
    // A tick takes an even number of rows, and would end amid a page.
    const feed = await planChart(db, { collection: "top_grossing" }, { isQueued: false, dueInSeconds: -7_200 });

    for (let tick = 0; tick < ticksFor(PAGES + 1); tick += 1) {
      await pipeline.resend();
      expect(await pagesInPart(db)).toEqual([]);
      await pass(db, PACED_AHEAD_SECONDS);
    }

    const pages = pipeline.sent.filter(({ message }) => message.collection !== feed.collection);
    expect(new Set(pages.map(({ message }) => message.categoryId)).size).toBe(PAGES);
    expect(pages).toHaveLength(PAGES);
  });

  it("[CHT-5] sends the next page with all of its charts where no other is under way", async () => {
    const { db, pipeline } = await createWorld();
    await planPages(db, { firstIn: 600 });

    expect(await pipeline.resend()).toMatchObject({ sent: 1 });

    expect(await pagesInPart(db)).toEqual([]);
  });

  it("records as missed what was not fetched within six hours of its day", async () => {
    const { db, pipeline } = await createWorld(new Date("2026-05-10T06:00:00Z"));
    await planMany(db, { count: 40, firstIn: -7_200, day: YESTERDAY });
    await planMany(db, { count: 10, firstIn: 3_600 });
    const held = await planChart(db, { chartDate: YESTERDAY, collection: "top_paid" });
    await db.execute(sql`UPDATE chart_fetches SET lease_until = clock_timestamp() + interval '9 seconds'
      WHERE collection = 'top_paid'`);

    expect(await pipeline.resend()).toEqual({ platform: "ios", missed: 40, sent: 0 });

    const rows = await db.execute(sql`SELECT outcome, count(*)::int AS n FROM chart_fetches GROUP BY 1 ORDER BY 1`);
    expect([...rows]).toEqual([
      { outcome: "missed", n: 40 },
      { outcome: null, n: 11 },
    ]);
    expect(await fetchRow(db, held)).toMatchObject({ outcome: null, is_leased: true });
  });

  it("sends a chart again later that a queue rejected", async () => {
    const { db, pipeline } = await createWorld();
    await planMany(db, { count: CHARTS_SENT, firstIn: 0 });
    const rejection = new Error("rejected");
    const charts = { send: () => Promise.reject(rejection) };
    const rejected = createChartPipeline(db, createFakeStore("ios"), { queues: { charts } });
    await expect(rejected.resend()).rejects.toMatchObject({ errors: [rejection] });
    expect(await pipeline.resend()).toMatchObject({ sent: 0 });
    await pass(db, 920);

    expect(await pipeline.resend()).toMatchObject({ sent: CHARTS_SENT });
  });
});
