import { describe, expect, it } from "vitest";

import { valueRange } from "../../../web/plots/value-range.ts";

describe("the range of an axis", () => {
  it("has room above and below the values, but none where no value can be", () => {
    expect(valueRange(100, 200, false)).toEqual([92, 208]);
    expect(valueRange(0, 100, false)).toEqual([0, 108]);
    expect(valueRange(-50, 50, false)).toEqual([-58, 58]);
  });

  it("of ranks begins with the first place, unless the best rank is far below it", () => {
    expect(valueRange(1, 101, true)).toEqual([1, 109]);
    expect(valueRange(50, 100, true)).toEqual([46, 104]);
  });

  it("has a flat line in its middle", () => {
    expect(valueRange(5, 5, false)).toEqual([4, 6]);
    expect(valueRange(1_000, 1_000, false)).toEqual([920, 1_080]);
    expect(valueRange(0, 0, false)).toEqual([0, 1]);
  });

  it("is a small one without values", () => {
    expect(valueRange(null, null, false)).toEqual([0, 1]);
    expect(valueRange(null, null, true)).toEqual([1, 10]);
  });
});
