import { describe, expect, it } from "vitest";
import { overviewLanes } from "../../../../../web/screens/app/overview/overview-lanes.ts";
import { charts, daysOf, meta } from "./overview-world.ts";

describe("the lanes of an overview", () => {
  it("have a value for each day, and a gap where there is none", () => {
    const days = daysOf(3, (place) =>
      place === 1 ? { rating: null, gained: null, ranks: [null, 9] } : { gained: place },
    );
    const lanes = overviewLanes({ days, charts, meta });

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

  it("leave out a quantity without values", () => {
    const days = daysOf(3, () => ({ ranks: [], price: null, currency: null }));
    expect(overviewLanes({ days, charts: [], meta }).map(({ key }) => key)).toEqual(["gained", "rating"]);
  });

  it("draw no step between two currencies", () => {
    const days = daysOf(3, (place) => (place === 0 ? { price: 2.19, currency: "USD" } : {}));
    const [price] = overviewLanes({ days, charts, meta }).filter(({ key }) => key === "price");

    expect(price?.series[0]?.values).toEqual([null, 1.99, 1.99]);
  });
});
