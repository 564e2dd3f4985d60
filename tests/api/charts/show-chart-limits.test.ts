import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { prod } from "../../../infra/aws/stages.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { createChartPipeline, emptyCharts } from "../../support/chart-pipeline.ts";
import { planChart } from "../../support/charts.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createFakeStore } from "../../support/fake-store.ts";

const database = useClockedDatabase();
beforeEach(() => emptyCharts(database().db));

const COUNTRIES = ["us", "de", "fr", "gb", "jp", "cn", "kr", "br", "it", "es", "nl", "pl"];

/** Eight planned charts are requested of the App Store a minute, and twenty of those that users request. */
function createWorld({ requestedPerUserAndDay = prod.charts.requestedPerUserAndDay } = {}) {
  const { db } = database();
  const api = createApi(db, { now: db.clock.now, chartSettings: { ...prod.charts, requestedPerUserAndDay } });
  const requestChart = async (country: string, caller: Awaited<ReturnType<typeof createCaller>>) =>
    (await api.get(`/charts?platform=ios&collection=top_free&country_code=${country}`, caller)).body.meta.refresh;
  const slots = () => api.sentCharts.map(({ delaySeconds }) => Math.round(delaySeconds)).toSorted((a, b) => a - b);
  return { api, requestChart, slots };
}

describe("charts that users request before their scheduled time", () => {
  it("have slots of their own, which all users share, for simultaneous requests too", async () => {
    const { requestChart, slots } = createWorld();
    const [caller, other] = [await createCaller(database().db), await createCaller(database().db)];

    await Promise.all(COUNTRIES.slice(0, 8).map((country, index) => requestChart(country, index < 4 ? caller : other)));

    expect(slots()).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  });

  it("take their slots from the charts of the day's plan", async () => {
    const { requestChart } = createWorld();
    const caller = await createCaller(database().db);
    const pipeline = createChartPipeline(database().db, createFakeStore("ios"));
    await planChart(database().db, { collection: "top_grossing" }, { isQueued: false });

    await requestChart("us", caller);
    await pipeline.resend();

    expect(pipeline.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([7]);
  });

  it("are limited per user and day, for simultaneous requests too", async () => {
    const { api, requestChart } = createWorld({ requestedPerUserAndDay: 3 });
    const [caller, other] = [await createCaller(database().db), await createCaller(database().db)];
    await requestChart("us", caller);

    const refreshes = await Promise.all(COUNTRIES.slice(1, 10).map((country) => requestChart(country, caller)));

    expect(refreshes.toSorted()).toEqual([...Array(7).fill("limit_reached"), "queued", "queued"]);
    expect(api.sentCharts).toHaveLength(3);
    expect(await requestChart("nl", other)).toBe("queued");
  });

  it("are allowed again on the next day", async () => {
    const caller = await createCaller(database().db);
    const { requestChart } = createWorld({ requestedPerUserAndDay: 1 });

    expect(await requestChart("us", caller)).toBe("queued");
    expect(await requestChart("de", caller)).toBe("limit_reached");
    await database().db.clock.moveTo(Date.parse("2026-05-11T08:00:00Z"));
    expect(await requestChart("de", caller)).toBe("queued");
  });

  it("are counted anew on the next day, though the last day's were all used", async () => {
    const caller = await createCaller(database().db);
    const { requestChart } = createWorld({ requestedPerUserAndDay: 2 });
    for (const country of ["us", "de", "fr"]) await requestChart(country, caller);
    await database().db.clock.moveTo(Date.parse("2026-05-11T08:00:00Z"));

    const refreshes = [];
    for (const country of ["us", "de", "fr"]) refreshes.push(await requestChart(country, caller));

    expect(refreshes).toEqual(["queued", "queued", "limit_reached"]);
  });

  it("are returned as stored, without a fetch, when the limit is reached", async () => {
    const { api, requestChart } = createWorld({ requestedPerUserAndDay: 1 });
    const caller = await createCaller(database().db);
    await requestChart("us", caller);

    const response = await api.get("/charts?platform=ios&collection=top_free&country_code=de", caller);

    expect(response).toMatchObject({
      status: 200,
      body: { data: [], meta: { is_stale: true, refresh: "limit_reached" } },
    });
    const rows = await database().db.execute(sql`SELECT DISTINCT country_code FROM chart_fetches`);
    expect([...rows]).toEqual([{ country_code: "us" }]);
  });

  it("do not count when another user has already requested them", async () => {
    const { requestChart } = createWorld({ requestedPerUserAndDay: 1 });
    const [caller, other] = [await createCaller(database().db), await createCaller(database().db)];
    await requestChart("us", other);

    expect(await requestChart("us", caller)).toBe("under_way");
    expect(await requestChart("de", caller)).toBe("queued");
  });

  it("are queued at most a quarter of an hour ahead", async () => {
    const { requestChart } = createWorld();
    const caller = await createCaller(database().db);
    await database().db.execute(
      sql`UPDATE chart_slots SET next_requested_at = clock_timestamp() + interval '16 minutes'`,
    );

    expect(await requestChart("us", caller)).toBe("limit_reached");

    await database().db.execute(
      sql`UPDATE chart_slots SET next_requested_at = clock_timestamp() + interval '14 minutes'`,
    );
    expect(await requestChart("us", caller)).toBe("queued");
  });
});
