import { describe, expect, it } from "vitest";

import { orderOf, plottedIds } from "../../../../../../web/screens/app/keywords/tracked/tracked-state.ts";

describe("the plotted keywords", () => {
  it.each([
    [
      ["3", "1"],
      [1, 2, 3],
      [1, 3],
    ],
    [["9"], [1, 2], [1, 2]],
    [[], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5]],
    [["1"], [], []],
  ])("of %j among %j are %j", (chosen, listed, plotted) => {
    expect(plottedIds(chosen, listed)).toEqual(plotted);
  });
});

it("shows the order that the service has for each column", () => {
  expect([orderOf("rank"), orderOf("change")].map(({ order }) => order)).toEqual(["ascending", "descending"]);
});
