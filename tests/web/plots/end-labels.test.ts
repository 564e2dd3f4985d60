import { describe, expect, it } from "vitest";

import { endWidthOf, LANE_END_PX, spreadHeights } from "../../../web/plots/end-labels.ts";
import type { Lane } from "../../../web/plots/lane.ts";

const area = { gap: 10, top: 0, bottom: 100 };

describe("the labels at the ends of lines", () => {
  it("stand beside their lines where there is room", () => {
    expect(spreadHeights([80, 20, 50], area)).toEqual([80, 20, 50]);
  });

  it("are a line apart where lines end together, in the order of the lines", () => {
    expect(spreadHeights([50, 48, 50], area)).toEqual([58, 48, 68]);
  });

  it("stay within the lane", () => {
    expect(spreadHeights([100, 99, -5], area)).toEqual([100, 90, 0]);
  });
});

describe("the space at the end of lanes", () => {
  const lane = (...names: string[]): Lane => ({
    key: "ranks",
    name: "Rank",
    kind: "lines",
    series: names.map((name) => ({ name, values: [1] })),
    format: String,
    scale: { floor: 1, spanMin: 1, steps: [1] },
  });

  it("holds the longest name of several lines, up to a bound", () => {
    const short = endWidthOf([lane("Free, Weather", "Free"), lane("The name of a single line is above it")], 900);
    expect(short).toBeGreaterThan(endWidthOf([lane("Free", "Paid")], 900));
    expect(endWidthOf([lane("x".repeat(200), "Free")], 900)).toBeLessThan(200);
  });

  it("is narrow on a phone, and where no lane has several lines", () => {
    expect(endWidthOf([lane("Free, Weather", "Free")], 340)).toBe(LANE_END_PX);
    expect(endWidthOf([lane("Rating")], 900)).toBe(LANE_END_PX);
  });
});
