import { describe, expect, it } from "vitest";
import { centSteps, gapRuns, laneRange, wholeSteps } from "../../../web/plots/lane.ts";

const rating = { floor: 0, ceiling: 5, spanMin: 0.2, steps: centSteps };
const ranks = { isInverted: true, floor: 1, spanMin: 10, steps: wholeSteps };
const gained = { floor: 0, isFromFloor: true, spanMin: 4, steps: wholeSteps };

const rounded = (range: readonly number[]) => range.map((value) => Number(value.toFixed(3)));

describe("the axis of a lane", () => {
  it.each([
    ["a flat rating", rating, 4.1, 4.1, [4, 4.2]],
    ["a rating that moves", rating, 3, 4, [2.9, 4.1]],
    ["the best rating", rating, 5, 5, [4.8, 5]],
    ["first ranks", ranks, 1, 3, [1, 11]],
    ["far ranks", ranks, 43, 143, [33, 153]],
    ["bars", gained, 100, 200, [0, 220]],
    ["a few bars", gained, 0, 1, [0, 4]],
    ["nothing", ranks, null, null, [1, 11]],
  ] as const)("of %s includes its values and shows no small change as a large one", (_, scale, min, max, range) => {
    expect(rounded(laneRange(scale, min, max))).toEqual(range);
  });
});

describe("the gaps of a lane", () => {
  it("are the runs of days on which no line has a value", () => {
    const series = [
      { name: "a", values: [null, null, 1, null, null, 0, null] },
      { name: "b", values: [null, null, null, 2, null, null, null] },
    ];
    expect(gapRuns(series, 7)).toEqual([
      [0, 1],
      [4, 4],
      [6, 6],
    ]);
  });

  it("are no days of a zero", () => {
    expect(gapRuns([{ name: "a", values: [0, 0] }], 2)).toEqual([]);
  });
});
