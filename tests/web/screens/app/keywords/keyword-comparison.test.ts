import { describe, expect, it } from "vitest";

import { comparisonRows, filterRows } from "../../../../../web/screens/app/keywords/comparison-rows.ts";

const use = (density: number) => ({ count: 1, density });
const rows = comparisonRows({
  own: [
    { keyword: "radar", ...use(1) },
    { keyword: "rain", ...use(9) },
  ],
  compared: { "4": { radar: use(2), snow: use(5) }, "5": { radar: use(3), constructor: use(1) } },
});
const keywordsOf = (filter: "all" | "missing" | "shared") => filterRows(rows, filter).map(({ keyword }) => keyword);

describe("a comparison of keywords", () => {
  it("begins with what most apps use, then with what is densest", () => {
    expect(keywordsOf("all")).toEqual(["radar", "rain", "snow", "constructor"]);
  });

  it("shows what only competitors use, or what is shared", () => {
    expect(keywordsOf("missing")).toEqual(["snow", "constructor"]);
    expect(keywordsOf("shared")).toEqual(["radar"]);
  });

  it("takes no property of every object for a use", () => {
    expect(rows.find(({ keyword }) => keyword === "constructor")?.others.has("4")).toBe(false);
  });
});
