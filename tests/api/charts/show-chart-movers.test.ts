import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { addChart, categoryIdOf } from "../../support/charts.ts";
import { useDatabase } from "../../support/database.ts";
import { type App, createApp, createPublisher } from "../../support/factories.ts";
import { addLegacyChartRows } from "../../support/legacy-chart-rows.ts";

const database = useDatabase();

const TODAY = "2026-04-10";
const now = () => new Date(`${TODAY}T12:00:00Z`);

let all: number;
beforeAll(async () => {
  const { db } = database();
  await createMissingPartitions(db, new Date("2026-02-01T00:00:00Z"));
  all = await categoryIdOf(db, "ios", null);
});

const chartIn = (countryCode: string, chartDate = TODAY): ChartKey => ({
  platform: "ios",
  collection: "top_free",
  countryCode,
  categoryId: all,
  chartDate,
});

/** Returns entries of apps by rank, with a gap for null. */
const ranked = (apps: readonly (App | null)[]) =>
  apps.flatMap((app, index) => (app === null ? [] : [{ rank: index + 1, appId: app.id }]));

const createApps = (count: number) => Promise.all(Array.from({ length: count }, () => createApp(database().db)));

async function show(query: string) {
  const { db } = database();
  const response = await createApi(db, { now }).get(
    `/charts/movers?${query.includes("platform=") ? "" : "platform=ios&"}collection=top_free&${query}`,
    await createCaller(db),
  );
  return response;
}

type Movers = Record<"entered" | "left" | "moved", { app_id: number }[]>;
const idsOf = ({ entered, left, moved }: Movers) =>
  [entered, left, moved].map((movers) => movers.map(({ app_id }) => app_id));

describe("GET /charts/movers", () => {
  it("returns the apps that have entered, left and moved since the chart before today's", async () => {
    const { db } = database();
    const publisher = await createPublisher(db);
    const entered = await createApp(db, { publisherId: publisher.id });
    const [left, risen, same] = await createApps(3);
    if (!left || !risen || !same) throw new Error("There are too few apps.");
    await addChart(db, chartIn("us", "2026-03-01"), ranked([left]));
    await addChart(db, chartIn("us", "2026-04-08"), ranked([left, same, risen]));
    await addChart(db, chartIn("us"), ranked([risen, same, null, entered]));

    const { status, body } = await show("");

    const shownApp = (app: App) => ({
      app_id: app.id,
      app_external_id: app.externalId,
      app_name: app.name,
      icon_url: null,
      platform: "ios",
      publisher: null,
      category_name: null,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        entered: [
          {
            ...shownApp(entered),
            publisher: { id: publisher.id, name: publisher.name, external_id: publisher.externalId },
            rank: 4,
            previous_rank: null,
            rank_change: null,
          },
        ],
        left: [{ ...shownApp(left), rank: null, previous_rank: 1, rank_change: null }],
        moved: [{ ...shownApp(risen), rank: 1, previous_rank: 3, rank_change: 2 }],
      },
      meta: {
        platform: "ios",
        collection: "top_free",
        country_code: "us",
        category_id: all,
        snapshot_date: TODAY,
        fetched_at: `${TODAY}T06:30:00Z`,
        compared_with: "2026-04-08",
        window: 100,
        counts: { entered: 1, left: 1, moved: 1, unchanged: 1 },
      },
    });
  });

  it("compares the newest charts until two days", async () => {
    const { db } = database();
    const [first, second, third] = await createApps(3);
    if (!first || !second || !third) throw new Error("There are too few apps.");
    await addChart(db, chartIn("de", "2026-03-20"), ranked([first]));
    await addChart(db, chartIn("de", "2026-03-25"), ranked([second]));
    await addChart(db, chartIn("de", "2026-04-05"), ranked([third]));
    await addChart(db, chartIn("de"), ranked([first, second, third]));

    const { body } = await show("country_code=de&from=2026-03-24&to=2026-04-07");

    expect(body.meta).toMatchObject({
      snapshot_date: "2026-04-05",
      compared_with: "2026-03-20",
      counts: { unchanged: 0 },
    });
    expect(idsOf(body.data)).toEqual([[third.id], [first.id], []]);
  });

  it.each([
    ["a longer chart with a shorter one", "gr", 150, 100],
    ["a shorter chart with a longer one", "hu", 100, 150],
  ] as const)("[RNK-2] compares %s as far as both reach", async (_charts, countryCode, before, after) => {
    const { db } = database();
    const apps = await createApps(150);
    const [last] = apps.slice(99, 100);
    const [below] = apps.slice(149);
    if (!last || !below) throw new Error("There are too few apps.");
    const swapped = apps.map((app, index) => (index === 99 ? below : index === 149 ? last : app));
    await addChart(db, chartIn(countryCode, "2026-04-09"), ranked(apps.slice(0, before)));
    await addChart(db, chartIn(countryCode), ranked(swapped.slice(0, after)));

    const { body } = await show(`country_code=${countryCode}`);

    expect(body.meta).toMatchObject({ window: 100, counts: { entered: 1, left: 1, moved: 0, unchanged: 99 } });
    expect(idsOf(body.data)).toEqual([[below.id], [last.id], []]);
  });

  it("[RNK-2] compares charts of Google Play as far as the shorter one reaches", async () => {
    const { db } = database();
    const apps = await Promise.all(Array.from({ length: 4 }, () => createApp(db, { platform: "android" })));
    const chart = {
      ...chartIn("us"),
      platform: "android",
      categoryId: await categoryIdOf(db, "android", null),
    } as const;
    await addChart(db, { ...chart, chartDate: "2026-04-09" }, ranked(apps));
    await addChart(db, chart, ranked(apps.slice(0, 2)));

    const { meta } = (await show("platform=android")).body;

    expect(meta).toMatchObject({ window: 2, counts: { entered: 0, left: 0, moved: 0, unchanged: 2 } });
  });

  it.each([
    [200, 100, 100, "lu"],
    [100, 200, 100, "lv"],
    [200, 200, 200, "lt"],
    [null, 200, 100, "sk"],
  ])(
    "[RNK-2] compares charts of the windows %s and %i within %i ranks, however short they are",
    async (before, after, both, countryCode) => {
      const { db } = database();
      const apps = await createApps(2);
      await addChart(db, chartIn(countryCode, "2026-04-09"), ranked(apps), before);
      await addChart(db, chartIn(countryCode), ranked(apps), after);

      const { body } = await show(`country_code=${countryCode}`);

      expect(body.meta).toMatchObject({ window: both, counts: { left: 0, unchanged: 2 } });
    },
  );

  it("orders what has moved by its way, and the others by rank", async () => {
    const { db } = database();
    const [a, b, c, d, e, f] = await createApps(6);
    if (!a || !b || !c || !d || !e || !f) throw new Error("There are too few apps.");
    await addChart(db, chartIn("fr", "2026-04-09"), ranked([a, b, c, d]));
    await addChart(db, chartIn("fr"), ranked([c, a, e, f]));

    const { body } = await show("country_code=fr");

    expect(idsOf(body.data)).toEqual([
      [e.id, f.id],
      [b.id, d.id],
      [c.id, a.id],
    ]);
    expect(body.data.moved.map((row: { rank_change: number }) => row.rank_change)).toEqual([2, -1]);
  });

  it.each([
    ["one of this release with one of the release before", "se", addChart, addLegacyChartRows],
    ["one of the release before with one of this release", "fi", addLegacyChartRows, addChart],
    ["two of the release before", "dk", addLegacyChartRows, addLegacyChartRows],
  ] as const)("compares %s", async (_charts, countryCode, add, addEarlier) => {
    const { db } = database();
    const [entered, left, moved] = await createApps(3);
    if (!entered || !left || !moved) throw new Error("There are too few apps.");
    await addEarlier(db, chartIn(countryCode, "2026-04-09"), ranked([left, moved]));
    await add(db, chartIn(countryCode), ranked([moved, entered]));

    const { body } = await show(`country_code=${countryCode}`);

    expect(idsOf(body.data)).toEqual([[entered.id], [left.id], [moved.id]]);
  });

  it("leaves out an app that was deleted", async () => {
    const { db } = database();
    const [kept, deleted] = await createApps(2);
    if (!kept || !deleted) throw new Error("There are too few apps.");
    await addChart(db, chartIn("pl", "2026-04-09"), ranked([deleted, kept]));
    await addChart(db, chartIn("pl"), ranked([kept]));
    await db.execute(sql`DELETE FROM apps WHERE id = ${deleted.id}`);

    expect(idsOf((await show("country_code=pl")).body.data)).toEqual([[], [], [kept.id]]);
  });

  it("shows nothing without two charts of the storefront, collection and category", async () => {
    const { db } = database();
    const [app] = await createApps(1);
    if (!app) throw new Error("There are too few apps.");
    const none = { entered: [], left: [], moved: [] };
    const games = await categoryIdOf(db, "ios", "6014");
    await addChart(db, { ...chartIn("it", "2026-04-08"), collection: "top_paid" }, ranked([app]));
    await addChart(db, { ...chartIn("it", "2026-04-08"), categoryId: games }, ranked([app]));
    await addChart(db, chartIn("es", "2026-04-08"), ranked([app]));

    const without = await show("country_code=it");
    await addChart(db, chartIn("it"), ranked([app]));
    const alone = await show("country_code=it");

    expect(without.body).toMatchObject({
      data: none,
      meta: { snapshot_date: null, compared_with: null, window: null, counts: { entered: 0, unchanged: 0 } },
    });
    expect(alone.body).toMatchObject({
      data: none,
      meta: { snapshot_date: TODAY, compared_with: null, counts: { entered: 0, unchanged: 0 } },
    });
    expect((await show("country_code=it&from=2026-04-09")).body.data).toEqual(none);
  });

  it("compares no chart with itself where the newest is of a day before the first requested one", async () => {
    const { db } = database();
    const [first, second] = await createApps(2);
    if (!first || !second) throw new Error("There are too few apps.");
    await addChart(db, chartIn("at", "2026-03-01"), ranked([first]));

    const alone = await show("country_code=at&from=2026-03-05&to=2026-03-10");
    await addChart(db, chartIn("at", "2026-02-20"), ranked([second, first]));
    const both = await show("country_code=at&from=2026-03-05&to=2026-03-10");

    expect(alone.body.meta).toMatchObject({
      snapshot_date: "2026-03-01",
      compared_with: null,
      counts: { unchanged: 0 },
    });
    expect(both.body.meta).toMatchObject({ snapshot_date: "2026-03-01", compared_with: "2026-02-20" });
    expect(idsOf(both.body.data)).toEqual([[], [second.id], [first.id]]);
  });

  it("returns at most 100 apps that have entered and 100 that have left, and counts all of them", async () => {
    const { db } = database();
    const apps = await createApps(205);
    await addChart(db, chartIn("ca", "2026-04-09"), ranked(apps.slice(0, 102)));
    await addChart(db, chartIn("ca"), ranked(apps.slice(102)));

    const { data, meta } = (await show("country_code=ca")).body;

    expect([data.entered.length, data.left.length]).toEqual([100, 100]);
    expect([data.entered[99].rank, data.left[99].previous_rank]).toEqual([100, 100]);
    expect(meta.counts).toEqual({ entered: 102, left: 102, moved: 0, unchanged: 0 });
  });

  it.each([
    ["the same day twice", "from=2026-04-01&to=2026-04-01", "from"],
    ["days in the wrong order", "from=2026-04-02&to=2026-04-01", "from"],
    ["a first day after today", "from=2026-04-11", "from"],
    ["an unknown country", "country_code=xx", "country_code"],
    ["an unknown category", "category_id=999999", "category_id"],
  ])("returns 422 for %s", async (_query, query, field) => {
    const { status, body } = await show(query);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("returns 401 without a token", async () => {
    expect((await createApi(database().db).get("/charts/movers?platform=ios&collection=top_free")).status).toBe(401);
  });
});
