import { describe, expect, it } from "vitest";

import { daysToRead } from "../../../../infra/local/history/seed-history.ts";

describe("the days of a history that the pipeline reads", () => {
  it("are the first, one of each fortnight and the last ones", () => {
    expect(daysToRead({ days: 40, lastDays: 3 })).toEqual([-40, -31, -17, -3, -2, -1]);
  });

  it("are all days of a short history", () => {
    expect(daysToRead({ days: 3, lastDays: 7 })).toEqual([-3, -2, -1]);
  });

  it("are one day of a history of one day", () => {
    expect(daysToRead({ days: 1, lastDays: 7 })).toEqual([-1]);
  });
});
