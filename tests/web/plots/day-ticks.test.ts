import { describe, expect, it } from "vitest";

import { dayTicks, tickName } from "../../../web/plots/day-ticks.ts";
import { dayNumber, dayOfNumber } from "../../../web/plots/plot-data.ts";

const ticksOf = (first: string, last: string, max: number) => dayTicks(dayNumber(first), dayNumber(last), max);

describe("the days of a plot", () => {
  it("have ticks on round distances, as many as fit", () => {
    expect(ticksOf("2026-03-01", "2026-03-30", 5).map(dayOfNumber)).toEqual([
      "2026-03-01",
      "2026-03-08",
      "2026-03-15",
      "2026-03-22",
      "2026-03-29",
    ]);
    expect(ticksOf("2025-11-22", "2026-11-22", 6).map(dayOfNumber)).toEqual([
      "2026-01-01",
      "2026-04-01",
      "2026-07-01",
      "2026-10-01",
    ]);
  });

  it.each([1, 3, 8, 20])("have at most one tick more than %i places", (max) => {
    for (const days of [1, 2, 30, 90, 365, 2_000, 9_000]) {
      const first = dayNumber("2020-02-29");
      expect(dayTicks(first, first + days, max).length).toBeLessThanOrEqual(max + 1);
    }
  });

  it("name months apart by the month, and by the year where it begins", () => {
    const ticks = ticksOf("2025-10-01", "2026-03-01", 6);

    expect(ticks.map((tick) => tickName(tick, ticks))).toEqual(["Oct 2025", "Nov", "Dec", "Jan 2026", "Feb", "Mar"]);
    expect(tickName(dayNumber("2026-03-09"), [dayNumber("2026-03-09")])).toBe("9 Mar");
    expect(tickName(dayNumber("2026-09-09"), [dayNumber("2026-09-09")])).toBe("9 Sep");
  });

  it("are days of the year's beginning where years are apart, and none without days", () => {
    const ticks = ticksOf("2010-05-01", "2026-03-01", 5);

    expect(ticks.map(dayOfNumber)).toEqual(["2012-01-01", "2016-01-01", "2020-01-01", "2024-01-01"]);
    expect(ticks.map((tick) => tickName(tick, ticks))).toEqual(["Jan 2012", "Jan 2016", "Jan 2020", "Jan 2024"]);
    expect(ticksOf("2026-03-01", "2026-03-01", 5).map(dayOfNumber)).toEqual(["2026-03-01"]);
    expect(ticksOf("2026-03-02", "2026-03-01", 5)).toEqual([]);
  });
});
