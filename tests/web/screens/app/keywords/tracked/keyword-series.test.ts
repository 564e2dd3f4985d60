import { describe, expect, it } from "vitest";

import { rankPlots, summarizePlot } from "../../../../../../web/screens/app/keywords/tracked/keyword-series.ts";

const days = { first: "2026-11-18", last: "2026-11-20" };
const read = { window: 250, fetched_at: "2026-11-20T06:00:00Z" };
const points = [
  { date: "2026-11-18", state: "ranked" as const, rank: 9, ...read },
  { date: "2026-11-19", state: "not_read" as const, rank: null, window: null, fetched_at: null },
  { date: "2026-11-20", state: "ranked" as const, rank: 4, ...read },
];
const seriesOf = (term: string, app = 1) => ({ term, country_code: "de", app_id: app, points });

describe("the plots of ranks", () => {
  it("have a gap where the term was not read", () => {
    const [plot] = rankPlots([seriesOf("weather")], [{ id: 1, name: "Own" }], days);
    expect(plot).toEqual({
      days: ["2026-11-18", "2026-11-19", "2026-11-20"],
      series: [{ name: "weather, Germany", values: [9, null, 4] }],
    });
  });

  it("name the lines of one term by their apps", () => {
    const apps = [
      { id: 1, name: "Own" },
      { id: 7, name: "Rival" },
    ];
    const [plot] = rankPlots([seriesOf("weather", 1), seriesOf("weather", 7)], apps, days);
    expect(plot?.series.map(({ name }) => name)).toEqual(["Own", "Rival"]);
  });

  it("have at most five lines each", () => {
    const terms = Array.from({ length: 7 }, (_, index) => seriesOf(`term ${index}`));
    expect(rankPlots(terms, [], days).map(({ series }) => series.length)).toEqual([5, 2]);
    expect(rankPlots([], [], days)).toEqual([]);
  });

  it("are said in words", () => {
    const [plot] = rankPlots([seriesOf("weather"), { ...seriesOf("rain"), points: [] }], [], days);
    expect(plot && summarizePlot(plot)).toBe(
      "Ranks from 18 Nov 2026 to 20 Nov 2026. Rank 1 is at the top. " +
        "weather, Germany: from rank 9 to rank 4, at best 4, on 2 days. rain, Germany: no rank.",
    );
  });
});
