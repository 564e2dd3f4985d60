import { describe, expect, it } from "vitest";
import { overviewLanes } from "../../../../../web/screens/app/overview/overview-lanes.ts";
import { charts, daysOf, meta } from "./overview-world.ts";

describe("the lanes of an overview", () => {
  it("have a value for each day, and a gap where there is none", () => {
    const days = daysOf(3, (place) =>
      place === 1 ? { rating: null, gained: null, ranks: [null, 9] } : { gained: place },
    );
    const lanes = overviewLanes({ days, charts, keywords: [], meta });

    expect(lanes.map(({ key, name }) => [key, name])).toEqual([
      ["ranks", "Rank, Germany"],
      ["gained", "New ratings, all storefronts"],
      ["rating", "Rating, all storefronts"],
      ["price", "Price, Germany"],
    ]);
    expect(lanes.map(({ series }) => series.map(({ values }) => values))).toEqual([
      [
        [50, null, 50],
        [null, 9, null],
      ],
      [[0, null, 2]],
      [[4, null, 4]],
      [[1.99, 1.99, 1.99]],
    ]);
  });

  it("have the ranks for tracked keywords below those of charts, by their days", () => {
    const days = daysOf(2);
    const [earlier, ...points] = daysOf(3).map(({ date }, place) => ({ date, rank: place, state: "ranked" as const }));
    const keywords = [
      { term: "rain", points: earlier === undefined ? points : [earlier, ...points] },
      { term: "snow", points: points.map((point) => ({ ...point, rank: null, state: "not_read" as const })) },
    ];
    const lanes = overviewLanes({ days, charts, keywords, meta });

    expect(lanes.map(({ key }) => key).slice(0, 3)).toEqual(["ranks", "keywords", "gained"]);
    expect(lanes[1]).toMatchObject({
      name: "Rank in search, Germany",
      series: [
        { name: "rain", values: [1, 2] },
        { name: "snow", values: [null, null] },
      ],
    });
  });

  it("leave out a quantity without values", () => {
    const days = daysOf(3, () => ({ ranks: [], price: null, currency: null }));
    expect(overviewLanes({ days, charts: [], keywords: [], meta }).map(({ key }) => key)).toEqual(["gained", "rating"]);
  });

  it("draw no step between two currencies", () => {
    const days = daysOf(3, (place) => (place === 0 ? { price: 2.19, currency: "USD" } : {}));
    const [price] = overviewLanes({ days, charts, keywords: [], meta }).filter(({ key }) => key === "price");

    expect(price?.series[0]?.values).toEqual([null, 1.99, 1.99]);
  });
});
