import { describe, expect, it } from "vitest";

import {
  describeLine,
  describeLines,
  describeRotatedOut,
  type RatingPoint,
  ratingLines,
  starRows,
} from "../../../../../web/screens/app/ratings/rating-days.ts";

const unmeasured = {
  rating: null,
  rating_count: null,
  breakdown: null,
  delta_breakdown: null,
  delta_total: null,
  unmeasured_countries: null,
  rotated_out_countries: null,
  oldest_date: null,
};
const point = (date: string, more: Partial<RatingPoint> = {}): RatingPoint => ({ date, ...unmeasured, ...more });
const stars = (five: number) => ({ "1": 1, "2": 0, "3": 0, "4": 0, "5": five });

describe("ratings by day", () => {
  const points = [
    point("2026-03-07"),
    point("2026-03-08", { rating: 4.1, rating_count: 10, breakdown: stars(9) }),
    point("2026-03-09"),
    point("2026-03-10", { rating: 4.2, rating_count: 14, delta_total: 4, breakdown: stars(11) }),
    point("2026-03-11", { rating: 4.2, rating_count: 15, delta_total: 1, breakdown: stars(11) }),
  ];

  it("are null on a day that was not measured, so that a line has a gap, and begin with the first measured day", () => {
    const line = (values: readonly (number | null)[]) => [{ name: "Japan", values }];
    expect(ratingLines([{ name: "Japan", points }])).toEqual({
      days: ["2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11"],
      ratings: line([4.1, null, 4.2, 4.2]),
      counts: line([10, null, 14, 15]),
      gained: line([null, null, 4, 1]),
    });
  });

  it("are described by their ends and their gaps, which begin with the first measurement", () => {
    const { days, ratings } = ratingLines([{ name: "Japan", points }]);

    expect(describeLines({ days, series: ratings }, (value) => value.toFixed(1))).toBe(
      "4.1 on 8 Mar 2026, 4.2 on 11 Mar 2026. 1 day was not measured.",
    );
    expect(describeLine({ days: ["2026-03-07"], values: [null] }, String)).toBe("No day was measured.");
  });

  it("of several storefronts are lines over the same days, each described by its name", () => {
    const later = points.map((one) => (one.date < "2026-03-10" ? point(one.date) : one));
    const { days, ratings } = ratingLines([
      { name: "Chile", points: later },
      { name: "Japan", points },
    ]);

    expect(days[0]).toBe("2026-03-08");
    expect(ratings.map(({ values }) => values.length)).toEqual([4, 4]);
    expect(describeLines({ days, series: ratings }, (value) => value.toFixed(1))).toBe(
      "Chile: 4.2 on 10 Mar 2026, 4.2 on 11 Mar 2026. " +
        "Japan: 4.1 on 8 Mar 2026, 4.2 on 11 Mar 2026. 1 day was not measured.",
    );
  });

  it("say on how many days some storefronts were left to another day", () => {
    const rotated = points.map((one) => ({ ...one, rotated_out_countries: one.date > "2026-03-09" ? 76 : 0 }));

    expect(describeRotatedOut([{ name: "Japan", points }])).toBe("");
    expect(describeRotatedOut([{ name: "Japan", points: rotated.slice(0, 4) }])).toMatch(
      /^On 1 day, not all storefronts were read/,
    );
    expect(
      describeRotatedOut([
        { name: "Chile", points: rotated },
        { name: "Japan", points: rotated },
      ]),
    ).toMatch(/^On 2 days, not all storefronts were read. The others count with their last known values/);
  });

  it("have bars from five stars to one, with their shares", () => {
    expect(starRows(stars(3)).map(({ name, share }) => [name, share])).toEqual([
      ["5 stars", 75],
      ["4 stars", 0],
      ["3 stars", 0],
      ["2 stars", 0],
      ["1 star", 25],
    ]);
  });
});
