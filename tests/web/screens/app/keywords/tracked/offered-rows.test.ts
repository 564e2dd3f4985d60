import { expect, it } from "vitest";

import { offeredTerms } from "../../../../../../web/screens/app/keywords/tracked/offered-rows.ts";

const use = (density: number) => ({ count: 1, density });

it("offers words of the most apps first, without those that are tracked or cannot be", () => {
  const own = [
    { keyword: "rain radar", density: 2 },
    { keyword: "storm", density: 1 },
    { keyword: "x", density: 9 },
  ];
  const compared = { 7: { storm: use(3), weather: use(4) }, 8: { storm: use(1), Forecast: use(5) } };
  expect(offeredTerms({ own, compared, tracked: ["Weather"] })).toEqual([
    { term: "storm", isOwn: true, rivals: 2, density: 3 },
    { term: "forecast", isOwn: false, rivals: 1, density: 5 },
    { term: "rain radar", isOwn: true, rivals: 0, density: 2 },
  ]);
});
