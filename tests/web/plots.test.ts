import { describe, expect, it } from "vitest";

import { movedPlace } from "../../web/plots/cursor-keys.ts";
import { dayTicks, tickName } from "../../web/plots/day-ticks.ts";
import { dayNumber, dayOfNumber, lastValuePlace, lonePoints } from "../../web/plots/plot-data.ts";
import { valueRange } from "../../web/plots/value-range.ts";

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
});

describe("the values of a plot", () => {
  it("are points where a line cannot show them", () => {
    expect(lonePoints([1, null, 2, 3, null, 4])).toEqual([0, 5]);
    expect(lonePoints([])).toEqual([]);
  });

  it("end on the last day that has one", () => {
    const series = [
      { name: "a", values: [1, 2, null, null] },
      { name: "b", values: [1, 2, 3, null] },
    ];

    expect(lastValuePlace(series, 4)).toBe(2);
    expect(lastValuePlace([{ name: "c", values: [null, null] }], 2)).toBe(1);
  });

  it("have room around them, but none where no value can be", () => {
    expect(valueRange(0, 100, false)).toEqual([0, 108]);
    expect(valueRange(1, 101, true)).toEqual([1, 109]);
    expect(valueRange(5, 5, false)).toEqual([4, 6]);
    expect(valueRange(null, null, true)).toEqual([1, 10]);
  });
});

describe("the cursor of a plot", () => {
  const press = (key: string, place: number | null, shiftKey = false) =>
    movedPlace({ key, shiftKey }, place, { count: 100, start: 99 });

  it("moves by a day, by a tenth, to both ends and away, and stays within the days", () => {
    expect(press("ArrowLeft", 50)).toBe(49);
    expect(press("ArrowRight", 99)).toBe(99);
    expect(press("ArrowRight", 50, true)).toBe(60);
    expect(press("PageDown", 5)).toBe(0);
    expect(press("Home", 50)).toBe(0);
    expect(press("End", 50)).toBe(99);
    expect(press("Escape", 50)).toBeNull();
  });

  it("comes to the newest value at first, and leaves other keys to the page", () => {
    expect(press("ArrowLeft", null)).toBe(99);
    expect(press("Tab", 50)).toBeUndefined();
    expect(press("Escape", null)).toBeUndefined();
    expect(movedPlace({ key: "Home", shiftKey: false }, null, { count: 0, start: 0 })).toBeUndefined();
  });
});
