import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { type AppSort, appSorts, defaultOrders } from "../../../lib/domain/app-trends.ts";
import { type Caller, createApi, createCaller } from "../../support/api.ts";
import { addMetrics, addPoint, track } from "../../support/catalogue.ts";
import { addChart, categoryIdOf } from "../../support/charts.ts";
import { useDatabase } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import { type App, createApp } from "../../support/factories.ts";

const database = useDatabase();

const TODAY = "2026-04-10";
const WEEK_AGO = "2026-04-03";
const now = () => new Date(`${TODAY}T12:00:00Z`);

/** The first app has the least of each value but rank, the last two have none, and the last was tracked last. */
const [low, middle, high, none, noneToo] = ["Low", "Middle", "High", "None", "None too"] as const;

let caller: Caller;
beforeAll(async () => {
  const { db } = database();
  await createMissingPartitions(db, new Date("2026-02-01T00:00:00Z"));
  caller = await createCaller(db);
  const games = await categoryIdOf(db, "ios", "6014");
  const apps: App[] = [];
  for (const [index, name] of [low, middle, high, none, noneToo].entries()) {
    const app = await createApp(db, { name, categoryId: games, originCountryCode: "nl", lastSyncedAt: now() });
    await track(db, { userId: caller.user.id, appId: app.id, createdAt: new Date(Date.UTC(2026, 0, 1 + index)) });
    apps.push(app);
  }
  const valued = apps.slice(0, 3);
  for (const [index, { id: appId }] of valued.entries()) {
    const value = 1 + index;
    await addMetrics(db, { appId, countryCode: "nl", rating: value, ratingCount: 100 * value, price: value });
    await addPoint(db, {
      appId,
      countryCode: "nl",
      validFrom: new Date("2026-03-01T00:00:00Z"),
      ratingCount: 90 * value,
    });
  }
  const chart = { platform: "ios", collection: "top_free", countryCode: "nl", categoryId: games } as const;
  const ranked = (ranks: readonly number[]) => valued.map(({ id }, index) => ({ rank: ranks[index] ?? 0, appId: id }));
  await addChart(db, { ...chart, chartDate: WEEK_AGO }, ranked([2, 12, 33]), 100);
  await addChart(db, { ...chart, chartDate: TODAY }, ranked([1, 2, 3]), 100);
  const [first, second, third] = valued.map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined) throw new Error("Three apps have values.");
  await addEvent(db, { appId: first, occurredAt: new Date("2026-03-02T00:00:00Z") });
  await addEvent(db, { appId: second, occurredAt: new Date("2026-02-01T00:00:00Z") });
  await addEvent(db, { appId: second, occurredAt: new Date("2026-03-03T00:00:00Z") });
  await addEvent(db, { appId: third, occurredAt: new Date("2026-03-04T00:00:00Z") });
});

async function names(query: string): Promise<readonly string[]> {
  const { body, status } = await createApi(database().db, { now }).get(`/apps?${query}`, caller);
  expect(status).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
}

describe("GET /apps?sort=", () => {
  it.each(appSorts)(
    "[TRD-6] sorts by %s in both directions, with apps without it last as they were tracked",
    async (sort) => {
      expect(await names(`sort=${sort}&order=asc`)).toEqual([low, middle, high, noneToo, none]);
      expect(await names(`sort=${sort}&order=desc`)).toEqual([high, middle, low, noneToo, none]);
    },
  );

  it.each(appSorts)("[TRD-6] shows the greatest %s first by default, but the best rank", async (sort: AppSort) => {
    expect(await names(`sort=${sort}`)).toEqual(await names(`sort=${sort}&order=${defaultOrders[sort]}`));
    expect(defaultOrders[sort]).toBe(sort === "rank" ? "asc" : "desc");
  });

  it("[TRD-6] sorts apps of equal values as they were tracked", async () => {
    expect(await names("sort=rating&country_code=jp")).toEqual([noneToo, none, high, middle, low]);
  });

  it.each(["", "&include=trends"])("[TRD-6] pages sorted apps and filters them%s", async (include) => {
    const read = async (path: string) => {
      const { body } = await createApi(database().db, { now }).get(path.replace("/api/v1", ""), caller);
      return body;
    };
    const first = await read(`/apps?sort=rating&per_page=2${include}`);
    const second = await read(first.links.next);
    const third = await read(second.links.next);

    const shown = [first, second, third].flatMap(({ data }) => data.map(({ name }: { name: string }) => name));
    expect(shown).toEqual([high, middle, low, noneToo, none]);
    expect(second.meta).toMatchObject({ current_page: 2, total: 5, from: 3, to: 4 });
    expect(third.links.next).toBeNull();
    expect(await names(`sort=rating&search=o${include}`)).toEqual([low, noneToo, none]);
    expect(await names(`sort=rating&per_page=2&page=2${include}`)).toEqual([low, noneToo]);
  });

  it.each([
    ["sort", "sort=name"],
    ["order", "sort=rating&order=up"],
    ["order", "order=asc"],
  ])("rejects a wrong %s: %s", async (field, query) => {
    const { status, body } = await createApi(database().db, { now }).get(`/apps?${query}`, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
