import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { planCharts } from "../../db/queries/charts/chart-fetches.ts";
import { requestChart } from "../../db/queries/charts/request-chart.ts";
import type { ChartCollection } from "../../lib/domain/chart.ts";
import { PACED_AHEAD_SECONDS } from "../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { type ChartPipelineOverrides, createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { planChart, TODAY } from "../support/charts.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";

const database = useClockedDatabase();

async function createWorld(platform: Platform, overrides: ChartPipelineOverrides = {}) {
  const { db } = database();
  await emptyCharts(db);
  return { db, pipeline: createChartPipeline(db, createFakeStore(platform), overrides) };
}

type Planned = { country: string; category: string; collection: string; seconds: number };

/** In the order of their slots; seconds count from the first. */
async function planned(db: TestDb): Promise<readonly Planned[]> {
  const rows = await db.execute<Planned>(sql`
    SELECT f.country_code AS country, c.name AS category, f.collection,
      round(extract(epoch FROM f.slot - min(f.slot) OVER ()), 1)::float8 AS seconds
    FROM (SELECT *, coalesce(queued_at, next_attempt_at) AS slot FROM chart_fetches) f
      JOIN store_categories c ON c.id = f.category_id
    ORDER BY f.slot`);
  return [...rows];
}

const fetchedDailyIn = (...dailyCountries: readonly string[]) => ({ settings: { charts: { dailyCountries } } });

describe("the day's charts", () => {
  it.each([
    ["ios", 111, 26],
    ["android", 124, 33],
  ] as const)(
    "[CHT-3] of %s are three collections in each of its %i storefronts and each of its %i categories of apps",
    async (platform, storefronts, categories) => {
      const { db, pipeline } = await createWorld(platform);

      expect(await pipeline.startDay()).toBe(3 * storefronts * categories);

      const [counts] = await db.execute(sql`
        SELECT count(DISTINCT country_code)::int AS countries, count(DISTINCT category_id)::int AS categories,
          count(DISTINCT collection)::int AS collections, bool_or(country_code = 'zz') AS has_sentinel,
          count(*) FILTER (WHERE f.platform = ${platform} AND c.platform = ${platform} AND c.type = 'app')::int AS right,
          count(*)::int AS all, min(chart_date)::text AS first_day, max(chart_date)::text AS last_day
        FROM chart_fetches f JOIN store_categories c ON c.id = f.category_id`);
      expect(counts).toEqual({
        countries: storefronts,
        categories,
        collections: 3,
        has_sentinel: false,
        right: 3 * storefronts * categories,
        all: 3 * storefronts * categories,
        first_day: TODAY,
        last_day: TODAY,
      });
    },
  );

  it("are due one after the other at the pace: important countries first, then all apps, then category by category", async () => {
    const { db, pipeline } = await createWorld("ios", {
      settings: { charts: { dailyCountries: ["ch", "de", "us"], pages: "off" } },
    });
    await pipeline.startDay();

    const charts = await planned(db);

    expect(charts.slice(0, 4)).toEqual([
      { country: "us", category: "All", collection: "top_free", seconds: 0 },
      { country: "us", category: "All", collection: "top_paid", seconds: 7.5 },
      { country: "us", category: "All", collection: "top_grossing", seconds: 15 },
      { country: "us", category: "Books", collection: "top_free", seconds: 22.5 },
    ]);
    expect([...new Set(charts.map(({ country }) => country))]).toEqual(["us", "de", "ch"]);
    expect(charts.map(({ seconds }) => seconds)).toEqual(charts.map((_, index) => 7.5 * index));
  });

  it("[CHT-5] take one slot where one page shows them, all apps with games first", async () => {
    const { db, pipeline } = await createWorld("ios", fetchedDailyIn("de", "us"));
    await pipeline.startDay();

    const charts = await planned(db);

    const bySeconds = Map.groupBy(charts, ({ seconds }) => seconds);
    expect(charts).toHaveLength(2 * 78);
    expect([...bySeconds.keys()]).toEqual(Array.from({ length: 2 * (25 + 26) }, (_, index) => index * 7.5));
    const slots = [...bySeconds.values()].map((slot) =>
      slot.map(({ category, collection }) => `${category} ${collection}`).toSorted(),
    );
    expect(slots.slice(0, 4)).toEqual([
      ["All top_free", "All top_paid", "Games top_free", "Games top_paid"],
      ["All top_grossing"],
      ["Books top_free", "Books top_paid"],
      ["Books top_grossing"],
    ]);
    expect(slots.slice(0, 51).filter((slot) => slot.some((chart) => chart.startsWith("Games")))).toEqual([
      slots[0],
      ["Games top_grossing"],
    ]);
  });

  it("[CHT-5] are sent by one message where one page shows them", async () => {
    const { db, pipeline } = await createWorld("ios", fetchedDailyIn("us"));
    await pipeline.startDay();
    for (let tick = 0; tick < ((25 + 26) * 7.5) / PACED_AHEAD_SECONDS; tick += 1) {
      await db.clock.moveTo(db.clock.ms() + PACED_AHEAD_SECONDS * 1_000);
      await pipeline.resend();
    }

    expect(pipeline.sent).toHaveLength(25 + 26);
    const [row] = await db.execute(
      sql`SELECT count(*) FILTER (WHERE queued_at IS NULL)::int AS unsent FROM chart_fetches`,
    );
    expect(row).toEqual({ unsent: 0 });
  });

  it("are the listed countries' alone where a stage lists them, as far as the store sells there", async () => {
    const { db, pipeline } = await createWorld("ios", fetchedDailyIn("us", "ad", "zz"));
    await pipeline.startDay();

    expect([...new Set((await planned(db)).map(({ country }) => country))]).toEqual(["us"]);
  });

  it("are none where a stage lists no country", async () => {
    const { pipeline } = await createWorld("android", fetchedDailyIn());
    expect(await pipeline.startDay()).toBe(0);
  });

  it("are planned once, though the schedule fires again or twice at once", async () => {
    const { db, pipeline } = await createWorld("ios", fetchedDailyIn("us"));

    const counts = await Promise.all([pipeline.startDay(), pipeline.startDay()]);
    const before = await db.execute(sql`SELECT * FROM chart_fetches ORDER BY category_id, collection`);
    const again = await pipeline.startDay();

    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 78]);
    expect(again).toBe(0);
    expect(await db.execute(sql`SELECT * FROM chart_fetches ORDER BY category_id, collection`)).toEqual(before);
    // Those of ten seconds, each of them once.
    expect(pipeline.sent).toHaveLength(2);
  });

  it("leave a chart alone that a user requested before", async () => {
    const { db, pipeline } = await createWorld("ios", fetchedDailyIn("us"));
    const { collection, categoryId } = await planChart(db);

    expect(await pipeline.startDay()).toBe(77);
    expect(pipeline.sent.map(({ message }) => message)).not.toContainEqual(
      expect.objectContaining({ collection, categoryId }),
    );
  });

  it("measure how many of the day before are stored or were empty", async () => {
    const { db, pipeline } = await createWorld("ios", fetchedDailyIn("us"));
    const daysAgo = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10);
    const measured = async () => {
      pipeline.measured.splice(0);
      await pipeline.startDay();
      return pipeline.measured.filter(([name]) => name === "ChartsStoredPercent");
    };
    const share = (percent: number) => [["ChartsStoredPercent", percent, { platform: "ios" }]];
    // The first day of all.
    expect(await measured()).toEqual(share(100));

    await planCharts(db, {
      platform: "ios",
      chartDate: daysAgo(2),
      countryCodes: ["us"],
      chartsPerMinute: 60,
      byPage: false,
    });
    expect(await measured()).toEqual(share(0));

    await planCharts(db, {
      platform: "ios",
      chartDate: daysAgo(1),
      countryCodes: ["us"],
      chartsPerMinute: 60,
      byPage: false,
    });
    await db.execute(sql`UPDATE chart_fetches SET next_attempt_at = NULL, outcome = CASE collection
      WHEN 'top_free' THEN 'stored' WHEN 'top_paid' THEN 'empty' ELSE 'missed' END WHERE chart_date = ${daysAgo(1)}`);
    expect(await measured()).toEqual(share(expect.closeTo(66.7, 1)));
  });

  describe("that were empty", () => {
    const dayAfter = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10);
    const plan = (db: TestDb, chartDate: string) =>
      planCharts(db, { platform: "ios", chartDate, countryCodes: ["us"], chartsPerMinute: 60, byPage: false });
    const end = (db: TestDb, outcome: string, which = sql`true`) =>
      db.execute(sql`UPDATE chart_fetches SET outcome = ${outcome}, next_attempt_at = NULL
        WHERE outcome IS NULL AND ${which}`);
    /** Returns how many are planned on each of the days after three on which all charts ended so. */
    const plannedAfter = async (db: TestDb, outcomes: readonly [string, string, string], days: number) => {
      for (const [day, outcome] of outcomes.entries()) {
        await plan(db, dayAfter(day));
        await end(db, outcome);
      }
      const counts: number[] = [];
      for (let day = 3; day < 3 + days; day += 1) {
        counts.push(await plan(db, dayAfter(day)));
        await end(db, "empty");
      }
      return counts;
    };

    it("at their last three fetches are planned once a week, a seventh of them a day", async () => {
      const { db } = await createWorld("ios");
      const counts = await plannedAfter(db, ["empty", "empty", "empty"], 14);

      expect(counts.slice(0, 7).reduce((sum, count) => sum + count, 0)).toBe(78);
      expect(counts.slice(7)).toEqual(counts.slice(0, 7));
      expect(Math.min(...counts)).toBeGreaterThan(3);
      expect(Math.max(...counts)).toBeLessThan(25);
    });

    it.each([["stored"], ["failed"], ["missed"]])(
      "only twice, and %s before, are planned every day",
      async (before) => {
        const { db } = await createWorld("ios");
        expect(await plannedAfter(db, [before, "empty", "empty"], 1)).toEqual([78]);
      },
    );

    it("are planned every day again once they are stored", async () => {
      const { db } = await createWorld("ios");
      await plannedAfter(db, ["empty", "empty", "empty"], 7);
      const total = await plan(db, dayAfter(10));
      await end(db, "stored");

      expect(await plan(db, dayAfter(11))).toBeGreaterThanOrEqual(total);
      expect(await plan(db, dayAfter(11))).toBe(0);
      const [row] = await db.execute(sql`SELECT count(*)::int AS n FROM chart_fetches AS again
        JOIN chart_fetches AS stored USING (platform, collection, country_code, category_id)
        WHERE stored.outcome = 'stored' AND again.chart_date = ${dayAfter(11)}`);
      expect(row).toEqual({ n: total });
    });

    it("are fetched at once when a user requests them", async () => {
      const { db, pipeline } = await createWorld("ios");
      await plannedAfter(db, ["empty", "empty", "empty"], 0);
      const [unplanned] = await db.execute<{ category_id: number; collection: ChartCollection }>(sql`
        SELECT category_id, collection FROM chart_fetches WHERE chart_date = ${TODAY} ORDER BY category_id LIMIT 1`);
      if (unplanned === undefined) throw new Error("No chart was planned.");
      const { id: userId } = await createUser(db);

      const requested = await requestChart(db, {
        chart: {
          platform: "ios",
          collection: unplanned.collection,
          countryCode: "us",
          categoryId: unplanned.category_id,
          chartDate: dayAfter(3),
        },
        byPage: false,
        userId,
        chartsPerDay: 1,
        plannedPerMinute: 60,
        requestedPerMinute: 15,
        waitSecondsMax: 600,
        resendSeconds: 900,
      });

      expect(requested).toMatchObject({ outcome: "queued" });
      expect(pipeline.sent).toEqual([]);
    });
  });

  it("are sent for the next ten seconds, at once", async () => {
    const { pipeline } = await createWorld("ios", fetchedDailyIn("us"));
    await pipeline.startDay();

    expect(pipeline.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 7]);
  });

  it("of the next day are planned beside what is left of this one", async () => {
    const { db, pipeline } = await createWorld("ios", fetchedDailyIn("us"));
    await pipeline.startDay();
    await db.clock.moveTo(Date.parse("2026-05-11T00:05:00Z"));

    expect(await pipeline.startDay()).toBe(78);
  });
});
