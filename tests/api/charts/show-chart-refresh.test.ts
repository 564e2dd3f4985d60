import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { type ApiDependencies, createApi, createCaller } from "../../support/api.ts";
import { addSmallChart, categoryIdOf, fetchRow, planChart } from "../../support/charts.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

const TODAY = "2026-04-01";
const YESTERDAY = "2026-03-31";
const now = () => new Date(`${TODAY}T23:59:59Z`);

let all: number;
beforeAll(async () => {
  await createMissingPartitions(database().db, now());
  all = await categoryIdOf(database().db, "android", null);
});

/** No test waits for the slots that another has taken. */
beforeEach(() => database().db.execute(sql`UPDATE chart_slots SET next_requested_at = now()`));

/** The chart of all categories in a country, which distinguishes the charts of two tests. */
const chartIn = (countryCode: string, chartDate = TODAY): ChartKey => ({
  platform: "android",
  collection: "top_grossing",
  countryCode,
  categoryId: all,
  chartDate,
});

/** A chart whose message was sent a moment ago, and would be sent again after a quarter of an hour. */
const justQueued = { outcome: null, attempts: 0, due_after: 900, due_in: expect.closeTo(900, -2) };

/** Sends one request, or `times` at once. */
async function requestChart(
  query: string,
  { times = 1, overrides = {} }: { times?: number; overrides?: Partial<ApiDependencies> } = {},
) {
  const api = createApi(database().db, { now, ...overrides });
  const caller = await createCaller(database().db);
  const requests = Array.from({ length: times }, () =>
    api.get(`/charts?platform=android&collection=top_grossing&${query}`, caller),
  );
  const responses = await Promise.all(requests);
  return { ...api, responses, meta: responses[0]?.body.meta };
}

describe("GET /charts refreshes", () => {
  it("a chart that was never fetched, and reports it as queued", async () => {
    const { responses, sentCharts, meta } = await requestChart("country_code=us");

    expect(responses[0]).toMatchObject({ status: 200, body: { data: [] } });
    expect(meta).toEqual({
      platform: "android",
      collection: "top_grossing",
      country_code: "us",
      category_id: all,
      snapshot_date: null,
      fetched_at: null,
      compared_with: null,
      window: null,
      compared_window: null,
      is_stale: true,
      refresh: "queued",
    });
    expect(sentCharts).toEqual([
      {
        platform: "android",
        message: { v: 1, ...chartIn("us"), correlationId: expect.any(String), isRequested: true },
        delaySeconds: 0,
      },
    ]);
    expect(await fetchRow(database().db, chartIn("us"))).toMatchObject(justQueued);
  });

  it("a chart once for many simultaneous requests", async () => {
    const { responses, sentCharts } = await requestChart("country_code=de", { times: 50 });

    const words = responses.map(({ body }) => body.meta.refresh);
    expect(words.toSorted()).toEqual(["queued", ...Array(49).fill("under_way")]);
    expect(sentCharts).toHaveLength(1);
  });

  it("a chart whose newest snapshot is of another day", async () => {
    await addSmallChart(database().db, chartIn("fr", YESTERDAY));

    const { sentCharts, meta } = await requestChart("country_code=fr");

    expect(meta).toMatchObject({ snapshot_date: YESTERDAY, is_stale: true, refresh: "queued" });
    expect(sentCharts).toMatchObject([{ message: { countryCode: "fr", chartDate: TODAY } }]);
  });

  it("the chart of the requested category only", async () => {
    const categoryId = await categoryIdOf(database().db, "android", "GAME_PUZZLE");

    const { sentCharts, meta } = await requestChart(`country_code=fr&category_id=${categoryId}`);

    expect(meta).toMatchObject({ category_id: categoryId, snapshot_date: null });
    expect(sentCharts).toMatchObject([{ message: { categoryId } }]);
  });

  it("today's chart when its date is given, and returns no older one for it", async () => {
    await addSmallChart(database().db, chartIn("nl", YESTERDAY));

    const { responses, sentCharts, meta } = await requestChart(`country_code=nl&date=${TODAY}`);

    expect(responses[0]?.body.data).toEqual([]);
    expect(meta).toMatchObject({ snapshot_date: null, is_stale: true, refresh: "queued" });
    expect(sentCharts).toHaveLength(1);
  });

  it("a chart that is due before its slot comes", async () => {
    await planChart(database().db, chartIn("es"), { isQueued: false, dueInSeconds: 300 });

    const { sentCharts, meta } = await requestChart("country_code=es", { times: 5 });

    expect(meta.is_stale).toBe(true);
    expect(sentCharts).toHaveLength(1);
    expect(await fetchRow(database().db, chartIn("es"))).toMatchObject(justQueued);
  });

  it("a chart that failed long ago, from the first attempt on", async () => {
    await planChart(database().db, chartIn("it"), { outcome: "failed", attempts: 5, queuedMinutesAgo: 11 });

    const { responses, sentCharts } = await requestChart("country_code=it", { times: 5 });

    expect(responses.filter(({ body }) => body.meta.refresh === "queued")).toHaveLength(1);
    expect(sentCharts).toHaveLength(1);
    expect(await fetchRow(database().db, chartIn("it"))).toMatchObject(justQueued);
  });

  it("a chart when the queue cannot be reached: the fetch waits in the database", async () => {
    const chartQueues = { send: () => Promise.reject(new TypeError("no queue")) };

    const { responses, meta, logged } = await requestChart("country_code=pt", { overrides: { chartQueues } });

    expect(responses[0]?.status).toBe(200);
    expect(meta.refresh).toBe("queued");
    expect(logged).toContainEqual(
      expect.objectContaining({
        level: "warn",
        event: "chart.message.unsent",
        fields: expect.objectContaining({ errorName: "TypeError", countryCode: "pt" }),
      }),
    );
    expect(await fetchRow(database().db, chartIn("pt"))).toMatchObject(justQueued);
  });
});

describe("GET /charts does not refresh", () => {
  it.each([
    { name: "queued", country: "jp", fetch: { queuedMinutesAgo: 3 }, refresh: "under_way" },
    { name: "queued for long", country: "kr", fetch: { queuedMinutesAgo: 300 }, refresh: "under_way" },
    {
      name: "waiting between two attempts",
      country: "cn",
      fetch: { attempts: 2, isQueued: false },
      refresh: "under_way",
    },
    { name: "empty today", country: "br", fetch: { outcome: "empty", queuedMinutesAgo: 600 }, refresh: "empty" },
    { name: "failed just now", country: "mx", fetch: { outcome: "failed", queuedMinutesAgo: 9 }, refresh: "failed" },
    { name: "missed", country: "ar", fetch: { outcome: "missed", isQueued: false }, refresh: "none" },
  ] as const)("a chart that is $name", async ({ country, fetch, refresh }) => {
    const { db } = database();
    await planChart(db, chartIn(country), fetch);
    const stored = () => db.execute(sql`SELECT * FROM chart_fetches WHERE country_code = ${country}`);
    const before = await stored();

    const { sentCharts, meta } = await requestChart(`country_code=${country}`);

    expect(meta).toMatchObject({ snapshot_date: null, is_stale: true, refresh });
    expect(sentCharts).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it("a chart that is stored today, until midnight UTC", async () => {
    const { db } = database();
    await addSmallChart(db, chartIn("tr"));
    await planChart(db, chartIn("tr"), { outcome: "stored", queuedMinutesAgo: 600 });

    const today = await requestChart("country_code=tr");
    const tomorrow = await requestChart("country_code=tr", {
      overrides: { now: () => new Date("2026-04-02T00:00:00Z") },
    });

    expect(today.meta).toMatchObject({ snapshot_date: TODAY, is_stale: false, refresh: "none" });
    expect(today.sentCharts).toEqual([]);
    expect(tomorrow.meta).toMatchObject({ snapshot_date: TODAY, is_stale: true, refresh: "queued" });
    expect(tomorrow.sentCharts).toMatchObject([{ message: { chartDate: "2026-04-02" } }]);
  });

  it.each(["2026-03-31", "2026-04-02"])("a chart of %s, which is not today", async (date) => {
    const { sentCharts, meta } = await requestChart(`country_code=pl&date=${date}`);

    expect(meta).toMatchObject({ snapshot_date: null, is_stale: false, refresh: "none" });
    expect(sentCharts).toEqual([]);
    expect(await fetchRow(database().db, chartIn("pl", date))).toBeUndefined();
  });
});
