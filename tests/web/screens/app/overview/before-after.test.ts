import { describe, expect, it } from "vitest";
import { beforeAfter, meanOf, sumOf } from "../../../../../web/screens/app/overview/before-after.ts";

const days = Array.from({ length: 15 }, (_, place) => place + 1);

describe("the days before and after a day", () => {
  it("are as many on both sides, without the day itself", () => {
    expect(beforeAfter(days, 7, 7)).toEqual({
      before: { sum: 1 + 2 + 3 + 4 + 5 + 6 + 7, days: 7 },
      after: { sum: 9 + 10 + 11 + 12 + 13 + 14 + 15, days: 7 },
    });
  });

  it("are fewer at the ends", () => {
    expect(beforeAfter(days, 2, 7).before).toEqual({ sum: 3, days: 2 });
    expect(beforeAfter(days, 13, 7).after).toEqual({ sum: 15, days: 1 });
    expect(beforeAfter(days, 14, 7).after).toEqual({ sum: 0, days: 0 });
  });

  it("count only days with a value: a gap is no zero", () => {
    expect(beforeAfter([5, null, 0, 1, null, null, 8], 3, 3)).toEqual({
      before: { sum: 5, days: 2 },
      after: { sum: 8, days: 1 },
    });
  });

  it("have no mean without a value", () => {
    expect(meanOf(sumOf([null, null]))).toBeNull();
    expect(meanOf(sumOf([40, null, 50]))).toBe(45);
  });
});
