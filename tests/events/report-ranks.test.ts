import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { storeCategories } from "../../db/schema/apps.ts";
import { chartDays, chartFetches } from "../../db/schema/charts.ts";
import { rankReports } from "../../db/schema/events.ts";
import { countries } from "../../db/seeds/countries.ts";
import type { ChartCollection } from "../../lib/domain/chart.ts";
import { reportRanks } from "../../lib/events/report-ranks.ts";
import { track } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { createApp, createUser } from "../support/factories.ts";
import { eventsOf } from "../support/reported-app.ts";

const database = useDatabase();
const DAY_MS = 86_400_000;
const today = new Date(new Date().setUTCHours(12, 0, 0, 0));
const dayOf = (days: number) => new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);

let appId: number;
let all: number;
let own: number;
let other: number;

beforeEach(async () => {
  const { db } = database();
  for (const table of [chartDays, chartFetches, rankReports]) await db.delete(table);
  const categories = await db.select().from(storeCategories).where(eq(storeCategories.platform, "ios"));
  const idOf = (externalId: string | null) =>
    categories.find((category) => category.externalId === externalId && category.type === "app")?.id ?? 0;
  [all, own, other] = [idOf(null), idOf("6007"), idOf("6008")];
  const app = await createApp(db, { categoryId: own });
  appId = app.id;
  await track(db, { userId: (await createUser(db)).id, appId });
  await db.insert(rankReports).values({ platform: "ios", chartDate: dayOf(0) });
});

type Chart = {
  readonly day: number;
  readonly rank: number | null;
  readonly categoryId?: number;
  readonly collection?: ChartCollection;
  readonly countryCode?: string;
  readonly window?: number;
};

/** Saves a chart that lists the app at a rank, or not at all. */
async function chart({ day, rank, categoryId = all, countryCode = "us", window = 200, ...of }: Chart): Promise<void> {
  const ids = Array.from({ length: 200 }, (_, place) => (place + 1 === rank ? appId : -place - 1));
  await database()
    .db.insert(chartDays)
    .values({
      fetchedAt: new Date(today.getTime() + day * DAY_MS),
      categoryId,
      chartDate: dayOf(day),
      platform: "ios",
      collection: of.collection ?? "top_free",
      countryCode,
      appIds: ids,
      prices: [0],
      currencies: ["USD"],
      rankWindow: window,
    });
}

async function ranksReported() {
  const { db } = database();
  await reportRanks({ db, countries }, "ios");
  return (await eventsOf(db, appId)).flatMap(({ data }) => data.charts ?? []);
}

describe("[EVT-6] an event of ranks", () => {
  it.each([
    ["moved by five", 20, 25],
    ["crossed the first ten", 11, 10],
    ["crossed the first", 2, 1],
    ["entered", null, 150],
    ["left", 150, null],
  ])("comes of an app that %s", async (_, previous, rank) => {
    await chart({ day: -1, rank: previous });
    await chart({ day: 0, rank });

    expect(await ranksReported()).toEqual([
      {
        country_code: "us",
        collection: "top_free",
        category_id: all,
        rank,
        previous_rank: previous,
        window: 200,
      },
    ]);
  });

  it.each([
    ["moved by four ranks", { day: -1, rank: 20 }, { day: 0, rank: 24 }],
    ["was in no chart of the day before", { day: -2, rank: 20 }, { day: 0, rank: 90 }],
    ["was in a chart of another length", { day: -1, rank: 20, window: 100 }, { day: 0, rank: 90 }],
  ])("does not come of an app that %s", async (_, before, now) => {
    await chart(before);
    await chart(now);

    expect(await ranksReported()).toEqual([]);
  });

  it("has charts of all categories and of the app's own, the largest storefront first", async () => {
    for (const categoryId of [other, own, all]) {
      for (const countryCode of ["is", "us"]) {
        await chart({ day: -1, rank: 50, categoryId, countryCode });
        await chart({ day: 0, rank: 1, categoryId, countryCode });
      }
    }

    const charts = await ranksReported();
    expect(charts.map(({ country_code, category_id }) => [country_code, category_id])).toEqual([
      ["us", all],
      ["us", own],
      ["is", all],
      ["is", own],
    ]);
  });

  it("has at most 50 charts, and the number of all", async () => {
    const { db } = database();
    const codes = countries.filter(({ iosLanguages }) => iosLanguages !== null).map(({ code }) => code);
    for (const countryCode of codes.slice(0, 60)) {
      await chart({ day: -1, rank: 50, countryCode });
      await chart({ day: 0, rank: 1, countryCode });
    }

    expect(await ranksReported()).toHaveLength(50);
    expect((await eventsOf(db, appId)).map(({ data }) => data.charts_total)).toEqual([60]);
  });

  it("comes once a day, after the last fetch of the day has ended", async () => {
    const { db } = database();
    await chart({ day: -1, rank: 50 });
    await chart({ day: 0, rank: 1 });
    const fetch = { platform: "ios", collection: "top_paid", countryCode: "us", categoryId: all } as const;
    await db.insert(chartFetches).values({ ...fetch, chartDate: dayOf(0) });
    expect(await ranksReported()).toEqual([]);

    await db.update(chartFetches).set({ outcome: "empty" });
    expect(await ranksReported()).toHaveLength(1);
    expect(await ranksReported()).toHaveLength(1);
  });

  it("is written once, however many reporters run at once and however few apps each takes", async () => {
    const { db } = database();
    const { id: userId } = await createUser(db);
    for (let count = 0; count < 5; count += 1) await track(db, { userId, appId: (await createApp(db)).id });
    await chart({ day: -1, rank: 50 });
    await chart({ day: 0, rank: 1 });

    const reporters = Array.from({ length: 4 }, () => reportRanks({ db, countries }, "ios", 2));
    const events = await Promise.all(reporters);
    for (let report = 0; report < 4; report += 1) await reportRanks({ db, countries }, "ios", 2);
    expect(await eventsOf(db, appId)).toHaveLength(1);
    expect(events.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
  });
});
