import { describe, expect, it } from "vitest";

import { sparklinePath } from "../../../web/components/sparkline-path.ts";

describe("the path of a sparkline", () => {
  it("goes from the first to the last value, the greatest on top", () => {
    expect(sparklinePath([1, 3, 2])).toBe("M2 22h0L50 2L98 12");
  });

  it("has the least value on top if that is the best one", () => {
    expect(sparklinePath([1, 3], true)).toBe("M2 2h0L98 22");
  });

  it("has a gap at each null, and a dot for a value between two", () => {
    expect(sparklinePath([null, 1, null, 2, 2])).toBe("M26 22h0M74 2h0L98 2");
  });

  it("is level for equal values", () => {
    expect(sparklinePath([4, 4])).toBe("M2 12h0L98 12");
  });
});
