import { describe, expect, it } from "vitest";

import {
  chartKey,
  chartName,
  gridRows,
  groupByChart,
  newestDay,
  type Ranking,
  rankInFile,
  rankText,
} from "../../../../../web/screens/app/rankings/rank-grid.ts";
import { rankSeries, summarizeRanks } from "../../../../../web/screens/app/rankings/rank-series.ts";
import {
  PLOTTED_COUNTRIES_MAX,
  plottedOf,
  toggleCountry,
} from "../../../../../web/screens/app/rankings/rankings-state.ts";

const all = { id: 1, name: "All" };
const weather = { id: 20, name: "Weather" };
const ranking = (country_code: string, rank: number | null, more: Partial<Ranking> = {}): Ranking => ({
  country_code,
  collection: "top_free",
  category: all,
  state: "ranked",
  window: 100,
  charted_since: "2026-03-09",
  rank,
  previous_rank: null,
  rank_change: null,
  status: "new",
  chart_date: "2026-03-09",
  compared_with: null,
  ...more,
});

describe("the plot of ranks", () => {
  const nothing = { chart: undefined, countries: [] };
  const rankings = [
    ranking("us", 2, { category: weather }),
    ranking("de", 40, { charted_since: "2026-01-04" }),
    ranking("us", 70, { charted_since: "2026-01-09" }),
    ranking("fr", null, { category: weather, state: "not_in_window", charted_since: "2025-01-01" }),
  ];

  it("shows the chart that is stored for longest, of those in which the app has a rank", () => {
    expect(plottedOf(groupByChart(rankings), nothing)).toMatchObject({
      chart: { category: all },
      countries: ["de", "us"],
    });
  });

  it("shows the chart in the address", () => {
    const chart = chartKey({ collection: "top_free", category: weather });
    expect(plottedOf(groupByChart(rankings), { chart, countries: ["us"] })).toMatchObject({
      chart: { category: weather },
      countries: ["us"],
    });
  });
});

describe("the storefronts of the plot", () => {
  it("are as many as fit, and each press adds or removes one", () => {
    const full = Array.from({ length: PLOTTED_COUNTRIES_MAX }, (_, index) => String(index));

    expect(toggleCountry(["us"], "de")).toEqual(["us", "de"]);
    expect(toggleCountry(["us", "de"], "us")).toEqual(["de"]);
    expect(toggleCountry(full, "us")).toEqual(full);
  });
});

describe("ranks of an app", () => {
  it("are grouped by chart and by country, the best first", () => {
    const rankings = [ranking("de", 40), ranking("us", 7), ranking("us", 2, { category: weather })];

    expect(groupByChart(rankings).map((chart) => [chartName(chart), chart.ranks.map(({ rank }) => rank)])).toEqual([
      ["Free, Weather", [2]],
      ["Free, all categories", [7, 40]],
    ]);
    expect(gridRows(rankings).map(({ country, cells }) => [country, [...cells.keys()]])).toEqual([
      ["us", ["top_free-20", "top_free-1"]],
      ["de", ["top_free-1"]],
    ]);
  });

  it("that are missing come last and say why; the newest day is that of what was read", () => {
    const rankings = [
      ranking("at", null, { state: "not_tracked", window: null }),
      ranking("ch", null, { state: "not_read", window: null, chart_date: "2026-03-11" }),
      ranking("de", null, { state: "not_in_window" }),
      ranking("us", 7, { chart_date: "2026-03-10" }),
    ];

    const [chart] = groupByChart(rankings);

    expect(chart?.ranks.map((one) => [one.country_code, rankText(one)])).toEqual([
      ["us", "7"],
      ["at", "Not tracked"],
      ["ch", "Not read yet"],
      ["de", "Not in top 100"],
    ]);
    expect(newestDay(rankings)).toBe("2026-03-10");
  });

  it("are numbers in a file, and where they are missing, the reason", () => {
    const cells = [
      ranking("us", 7),
      ranking("fr", 8, { chart_date: "2026-03-01" }),
      ranking("de", null, { state: "not_in_window" }),
      undefined,
    ];

    expect(cells.map((cell) => rankInFile(cell, ranking("us", 7).chart_date))).toEqual([
      7,
      "8 (2026-03-01)",
      "Not in top 100",
      undefined,
    ]);
  });

  it("have a gap on each day without a chart or without a rank in it", () => {
    const { days, series } = rankSeries(
      [ranking("us", 3, { chart_date: "2026-02-28" }), ranking("us", 5, { chart_date: "2026-03-02" })],
      { first: "2026-02-28", last: "2026-03-02", countries: ["us", "de"] },
    );

    expect(days).toEqual(["2026-02-28", "2026-03-01", "2026-03-02"]);
    expect(series).toEqual([
      { name: "United States", values: [3, null, 5] },
      { name: "Germany", values: [null, null, null] },
    ]);
    expect(summarizeRanks(days, series)).toBe(
      "Ranks from 28 Feb 2026 to 2 Mar 2026. Rank 1 is at the top. " +
        "United States: from rank 3 to rank 5, at best 3, on 2 days. Germany: not in any stored chart.",
    );
  });
});
