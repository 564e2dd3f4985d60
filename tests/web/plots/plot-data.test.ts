import { describe, expect, it } from "vitest";

import { dayNumber, dayOfNumber, lastValuePlace, lonePoints } from "../../../web/plots/plot-data.ts";

it("numbers the days from the beginning of 1970", () => {
  expect([dayNumber("1970-01-01"), dayNumber("2028-02-29"), dayNumber("1969-12-31")]).toEqual([0, 21_243, -1]);
  expect(dayOfNumber(dayNumber("2028-02-29"))).toBe("2028-02-29");
});

describe("the values of a plot", () => {
  it("are points where a line cannot show them", () => {
    expect(lonePoints([1, null, 2, 3, null, 4])).toEqual([0, 5]);
    expect(lonePoints([])).toEqual([]);
  });

  it("end on the last day that has one", () => {
    const series = [
      { name: "a", values: [1, 2, null, null] },
      { name: "b", values: [1, 2, 3, null] },
    ];

    expect(lastValuePlace(series, 4)).toBe(2);
    expect(lastValuePlace([{ name: "c", values: [null, null] }], 2)).toBe(1);
  });
});
