import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { addChart, addSmallChart, categoryIdOf } from "../../support/charts.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { addLegacyChartRows } from "../../support/legacy-chart-rows.ts";

const database = useDatabase();

const TODAY = "2026-04-01";
const now = () => new Date(`${TODAY}T12:00:00Z`);

let all: number;
beforeAll(async () => {
  const { db } = database();
  await createMissingPartitions(db, new Date("2026-02-01T00:00:00Z"));
  all = await categoryIdOf(db, "ios", null);
});

/** The chart of all categories in a country, which distinguishes the charts of two tests. */
const chartIn = (countryCode: string, chartDate = TODAY): ChartKey => ({
  platform: "ios",
  collection: "top_free",
  countryCode,
  categoryId: all,
  chartDate,
});

async function show(query: string) {
  const api = createApi(database().db, { now });
  const response = await api.get(
    `/charts?platform=ios&collection=top_free&${query}`,
    await createCaller(database().db),
  );
  expect(response.status).toBe(200);
  return response.body;
}

describe("GET /charts", () => {
  it("[CHT-2] returns the entries of today's chart by rank, with the date of the chart they are compared with", async () => {
    const { db } = database();
    const publisher = await createPublisher(db);
    const games = await categoryIdOf(db, "ios", "6014");
    const paid = await createApp(db, {
      publisherId: publisher.id,
      categoryId: games,
      iconUrl: "https://images.example/i.png",
    });
    const bare = await createApp(db, { name: null });
    await addChart(db, chartIn("us", "2026-03-31"), [{ rank: 1, appId: paid.id }]);
    await addChart(db, chartIn("us"), [
      { rank: 2, appId: paid.id, price: 2.99, currency: "USD" },
      { rank: 1, appId: bare.id },
    ]);

    expect(await show("")).toEqual({
      data: [
        {
          rank: 1,
          rank_change: null,
          app_id: bare.id,
          app_external_id: bare.externalId,
          app_name: bare.externalId,
          icon_url: null,
          platform: "ios",
          publisher: null,
          category_name: null,
          price: null,
          currency: null,
          is_free: false,
        },
        {
          rank: 2,
          rank_change: -1,
          app_id: paid.id,
          app_external_id: paid.externalId,
          app_name: paid.name,
          icon_url: "https://images.example/i.png",
          platform: "ios",
          publisher: { id: publisher.id, name: publisher.name, external_id: publisher.externalId },
          category_name: "Games",
          price: 2.99,
          currency: "USD",
          is_free: false,
        },
      ],
      meta: {
        platform: "ios",
        collection: "top_free",
        country_code: "us",
        category_id: all,
        snapshot_date: TODAY,
        fetched_at: "2026-04-01T06:30:00Z",
        compared_with: "2026-03-31",
        window: 100,
        compared_window: 100,
        is_stale: false,
        refresh: "none",
      },
    });
  });

  it("computes rank changes against the closest earlier chart, across gaps in days and ranks", async () => {
    const { db } = database();
    const [risen, fallen, same, fresh] = [
      await createApp(db),
      await createApp(db),
      await createApp(db),
      await createApp(db),
    ];
    const older = [risen, fallen, same].map(({ id: appId }, index) => ({ rank: 90 + index, appId }));
    await addChart(db, chartIn("de", "2026-02-01"), [...older, { rank: 93, appId: fresh.id }]);
    await addChart(db, chartIn("de", "2026-02-27"), [
      { rank: 1, appId: fallen.id },
      { rank: 7, appId: risen.id },
      { rank: 200, appId: same.id },
    ]);
    await addChart(db, chartIn("de"), [
      { rank: 2, appId: risen.id },
      { rank: 4, appId: fallen.id },
      { rank: 9, appId: fresh.id },
      { rank: 200, appId: same.id },
    ]);

    const { data, meta } = await show("country_code=de");

    expect(meta.compared_with).toBe("2026-02-27");
    expect(data.map((entry: { rank: number; rank_change: number | null }) => [entry.rank, entry.rank_change])).toEqual([
      [2, 5],
      [4, -3],
      [9, null],
      [200, 0],
    ]);
  });

  it("[CHT-1 CHT-2] compares with no chart of another platform, collection, country or category", async () => {
    const { db } = database();
    const app = await createApp(db);
    const others = [
      { ...chartIn("it", "2026-03-30"), platform: "android" as const },
      { ...chartIn("it", "2026-03-30"), collection: "top_paid" as const },
      chartIn("es", "2026-03-30"),
      { ...chartIn("it", "2026-03-30"), categoryId: await categoryIdOf(db, "ios", "6014") },
    ];
    for (const other of others) await addChart(db, other, [{ rank: 3, appId: app.id }]);
    await addChart(db, chartIn("it"), [{ rank: 1, appId: app.id }]);

    const { data, meta } = await show("country_code=it");

    expect(meta).toMatchObject({ snapshot_date: TODAY, compared_with: null });
    expect(data).toMatchObject([{ rank: 1, rank_change: null }]);
  });

  it("returns the newest chart and marks it as stale", async () => {
    const { db } = database();
    await addSmallChart(db, chartIn("fr", "2026-03-30"));
    await addSmallChart(db, chartIn("fr", "2026-03-31"));

    const { data, meta } = await show("country_code=fr");

    expect(data).toHaveLength(1);
    expect(meta).toMatchObject({
      snapshot_date: "2026-03-31",
      fetched_at: "2026-03-31T06:30:00Z",
      compared_with: "2026-03-30",
      is_stale: true,
      refresh: "queued",
    });
  });

  it("returns the chart of a past day, compared with the one before it", async () => {
    const { db } = database();
    const app = await createApp(db);
    await addChart(db, chartIn("jp", "2026-02-28"), [{ rank: 8, appId: app.id }]);
    await addChart(db, chartIn("jp", "2026-03-01"), [{ rank: 5, appId: app.id, price: 0, currency: "JPY" }]);
    await addChart(db, chartIn("jp"), [{ rank: 1, appId: app.id }]);

    const { data, meta } = await show("country_code=jp&date=2026-03-01");

    expect(data).toMatchObject([{ rank: 5, rank_change: 3, price: 0, currency: "JPY", is_free: true }]);
    expect(meta).toMatchObject({
      snapshot_date: "2026-03-01",
      compared_with: "2026-02-28",
      is_stale: false,
      refresh: "none",
    });
  });

  it("returns an empty chart for a day without one", async () => {
    const { db } = database();
    await addSmallChart(db, chartIn("br", "2026-03-30"));
    await addSmallChart(db, chartIn("br"));

    for (const date of ["2026-03-31", "2026-04-02", "0001-01-01", "9999-12-31"]) {
      const { data, meta } = await show(`country_code=br&date=${date}`);

      expect(data).toEqual([]);
      expect(meta).toMatchObject({ snapshot_date: null, fetched_at: null, compared_with: null, window: null });
      expect(meta).toMatchObject({ is_stale: false, refresh: "none" });
    }
  });

  it("does not treat the chart of a future day as the newest", async () => {
    const { db } = database();
    await addSmallChart(db, chartIn("nl", "2026-04-02"));

    expect((await show("country_code=nl")).meta).toMatchObject({ snapshot_date: null, is_stale: true });
  });

  it("leaves out an app that was deleted, and keeps the ranks of the others", async () => {
    const { db } = database();
    const [kept, deleted, last] = [await createApp(db), await createApp(db), await createApp(db)];
    const ranked = [kept, deleted, last].map(({ id: appId }, index) => ({ rank: index + 1, appId }));
    await addChart(db, chartIn("pl", "2026-03-31"), ranked.toReversed());
    await addChart(db, chartIn("pl"), ranked);
    await db.execute(sql`DELETE FROM apps WHERE id = ${deleted.id}`);

    const { data } = await show("country_code=pl");

    expect(data).toMatchObject([
      { rank: 1, rank_change: 0, app_id: kept.id },
      { rank: 3, rank_change: 0, app_id: last.id },
    ]);
  });

  it.each([
    ["one of this release with one of the release before", addChart, addLegacyChartRows],
    ["one of the release before with one of this release", addLegacyChartRows, addChart],
    ["two of the release before", addLegacyChartRows, addLegacyChartRows],
  ] as const)("returns and compares %s", async (_charts, add, addEarlier) => {
    const { db } = database();
    const country = add === addChart ? "se" : addEarlier === addChart ? "fi" : "dk";
    const [risen, fresh] = [await createApp(db), await createApp(db)];
    await addEarlier(db, chartIn(country, "2026-03-30"), [{ rank: 9, appId: risen.id }]);
    await add(db, chartIn(country), [
      { rank: 2, appId: risen.id, price: 2.99, currency: "EUR" },
      { rank: 5, appId: fresh.id },
    ]);

    const { data, meta } = await show(`country_code=${country}`);

    expect(data).toMatchObject([
      { rank: 2, rank_change: 7, app_id: risen.id, price: 2.99, currency: "EUR" },
      { rank: 5, rank_change: null, app_id: fresh.id, price: null, currency: null },
    ]);
    expect(meta).toMatchObject({
      snapshot_date: TODAY,
      fetched_at: "2026-04-01T06:30:00Z",
      compared_with: "2026-03-30",
    });
  });

  it("returns at most 200 entries by rank", async () => {
    const { db } = database();
    const apps = await Promise.all(Array.from({ length: 201 }, () => createApp(db)));
    await addChart(
      db,
      chartIn("ca"),
      apps.map(({ id: appId }, index) => ({ rank: 201 - index, appId })),
    );

    const { data } = await show("country_code=ca");

    expect(data.map((entry: { rank: number }) => entry.rank)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
  });

  it.each([
    ["that no fetch can change any more", "2026-03-30", "private, max-age=86400, must-revalidate"],
    ["whose fetches end at six", "2026-03-31", "private, no-cache, must-revalidate"],
    ["that is not over", TODAY, "private, no-cache, must-revalidate"],
  ])("[HTTP-3] lets clients keep the chart of a day %s: %s", async (_which, date, expected) => {
    const { db } = database();
    const apps = await Promise.all(Array.from({ length: 5 }, () => createApp(db)));
    const country = { "2026-03-30": "nl", "2026-03-31": "be" }[date] ?? "lu";
    const entries = apps.map(({ id: appId }, index) => ({ rank: index + 1, appId }));
    await addChart(db, chartIn(country, date), entries);
    const caller = await createCaller(db);
    const path = `/charts?platform=ios&collection=top_free&country_code=${country}`;
    const headersAt = async (hour: string, query = "") =>
      (await createApi(db, { now: () => new Date(`${TODAY}T${hour}:00:00Z`) }).get(path + query, caller)).headers;

    expect((await headersAt("05", `&date=${date}`))["cache-control"]).toBe(expected);
    expect((await headersAt("05"))["cache-control"]).toBe("private, no-cache, must-revalidate");
    if (date !== TODAY) {
      expect((await headersAt("07", `&date=${date}`))["cache-control"]).toContain("max-age=86400");
    }
  });
});
