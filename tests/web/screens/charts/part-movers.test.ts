import { expect, it } from "vitest";

import { partMovers } from "../../../../web/screens/charts/part-movers.ts";

it("the movers of a chart have climbed when they have gained places, and fallen when they have lost some", () => {
  const moved = [5, -4, 1, -1, null, 0].map((rank_change) => ({ rank_change }));

  const { climbed, fallen } = partMovers(moved);

  expect(climbed.map(({ rank_change }) => rank_change)).toEqual([5, 1]);
  expect(fallen.map(({ rank_change }) => rank_change)).toEqual([-4, -1]);
});
