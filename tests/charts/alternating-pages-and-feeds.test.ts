import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import type { PageChart } from "../../lib/stores/records.ts";
import { createApi, createCaller } from "../support/api.ts";
import { chartEntry, createEmptyCharts } from "../support/chart-pipeline.ts";
import { categoryIdOf, planChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";

const database = useClockedDatabase();

const BOOKS = "6018";
const FIRST_DAY = Date.parse("2026-05-10T08:00:00Z");
const DAYS = 10;
const RANKS = 200;
/** What a feed shows of a chart. */
const FEED_RANKS = 100;

const dayOf = (day: number) => new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);

/** The apps of a day by rank: each day the first two change places, and so do two below the hundredth. */
function rankedOn(day: number): readonly string[] {
  const apps = Array.from({ length: RANKS }, (_, index) => String(1_001 + index));
  const swap = (one: number, other: number) => {
    [apps[one], apps[other]] = [apps[other] ?? "", apps[one] ?? ""];
  };
  if (day % 2 === 1) swap(0, 1);
  if (day % 3 === 1) swap(149, 150);
  return apps;
}

function pageOn(day: number): PageChart {
  const entries = rankedOn(day).map((externalId, index) => ({
    rank: index + 1,
    external_id: externalId,
    name: `App ${externalId}`,
    icon_url: null,
  }));
  return { collection: "top_free", category_external_id: BOOKS, window: RANKS, entries };
}

/** Ten days of one chart: by its page on the even ones, and by its feed on the odd ones. */
async function storeDays() {
  const { db, store, pipeline } = await createEmptyCharts(database().db);
  const categoryId = await categoryIdOf(db, "ios", BOOKS);
  for (let day = 0; day < DAYS; day += 1) {
    await db.clock.moveTo(FIRST_DAY + day * 86_400_000);
    await createMissingPartitions(db, db.clock.now());
    const isByPage = day % 2 === 0;
    const found = rankedOn(day)
      .slice(0, FEED_RANKS)
      .map((externalId, index) => chartEntry({ external_id: externalId, rank: index + 1 }));
    store.scriptChartPage({ country: "us", categoryExternalId: BOOKS }, { charts: [pageOn(day)], missing: [] });
    store.scriptChart({ country: "us", categoryExternalId: BOOKS, collection: "top_free" }, { found });
    const state = isByPage ? { pageCategoryId: categoryId } : {};
    const message = await planChart(db, { categoryId, chartDate: dayOf(day) }, state);
    expect(await pipeline.deliver(message)).toBe("stored");
  }
  return { db, categoryId, api: createApi(db, { now: db.clock.now }), caller: await createCaller(db) };
}

describe("ten days of a chart, with pages and feeds alternately", () => {
  it("[RNK-2] show no app that entered or left among the ranks 101 to 200", async () => {
    const { api, caller, categoryId } = await storeDays();

    for (let day = 1; day < DAYS; day += 1) {
      const query = `platform=ios&collection=top_free&category_id=${categoryId}&from=${dayOf(day - 1)}&to=${dayOf(day)}`;
      const { data, meta } = (await api.get(`/charts/movers?${query}`, caller)).body;

      expect(meta).toMatchObject({ window: FEED_RANKS, counts: { entered: 0, left: 0, moved: 2 } });
      expect([data.entered, data.left]).toEqual([[], []]);
    }
  });

  it("[RNK-2] compare two pages down to the two hundredth rank", async () => {
    const { api, caller, categoryId } = await storeDays();

    const query = `platform=ios&collection=top_free&category_id=${categoryId}&from=${dayOf(2)}&to=${dayOf(4)}`;
    const { data, meta } = (await api.get(`/charts/movers?${query}`, caller)).body;

    expect(meta).toMatchObject({ window: RANKS, counts: { entered: 0, left: 0, moved: 2 } });
    expect(data.moved.map(({ rank }: { rank: number }) => rank)).toEqual([150, 151]);
  });

  it("[RNK-1] say of an app at rank 151 that a feed does not list it, and of its rank on a page the change", async () => {
    const { db, api, caller, categoryId } = await storeDays();
    const [app] = await db.execute(sql`SELECT external_id FROM apps WHERE external_id = '1160'`);
    expect(app).toBeDefined();

    const query = `country_codes=us&collection=top_free&category_id=${categoryId}&from=${dayOf(0)}&to=${dayOf(9)}`;
    const { data } = (await api.get(`/apps/ios/1160/rankings?${query}`, caller)).body;

    expect(data.map(({ state, rank, window }: Ranking) => [state, rank, window])).toEqual(
      Array.from({ length: DAYS }, (_, day) =>
        day % 2 === 0 ? ["ranked", 160, RANKS] : ["not_in_window", null, FEED_RANKS],
      ),
    );
    // The chart before is a feed's, of which nobody knows what is below its hundredth rank. The first has none before it.
    expect(data.map(({ status }: Ranking) => status)).toEqual(["new", ...Array(DAYS - 1).fill(null)]);
  });

  it("show of a page after a feed which ranks are new, and of those below the feed's that it is not known", async () => {
    const { api, caller, categoryId } = await storeDays();

    const query = `platform=ios&collection=top_free&category_id=${categoryId}&date=${dayOf(8)}`;
    const { data, meta } = (await api.get(`/charts?${query}`, caller)).body;

    expect(meta).toMatchObject({ window: RANKS, compared_window: FEED_RANKS, compared_with: dayOf(7) });
    expect(data).toHaveLength(RANKS);
    expect(data.slice(0, 3).map(({ rank_change }: Ranking) => rank_change)).toEqual([1, -1, 0]);
    expect(new Set(data.slice(FEED_RANKS).map(({ rank_change }: Ranking) => rank_change))).toEqual(new Set([null]));
  });
});

type Ranking = {
  readonly state: string;
  readonly rank: number | null;
  readonly window: number | null;
  readonly status: string | null;
  readonly rank_change: number | null;
};
