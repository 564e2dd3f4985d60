import { expect, it } from "vitest";

import { addDays, daysApart, daysBetween, todayUtc, utcDay } from "../../../web/format/days.ts";

it("counts days in UTC, over leap days and changes of the clock", () => {
  expect(daysBetween("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  expect(daysBetween("2026-03-02", "2026-03-01")).toEqual([]);
  expect(addDays("2026-03-29", -1)).toBe("2026-03-28");
  expect([daysApart("2026-03-28", "2026-03-30"), daysApart("2026-03-30", "2026-03-28")]).toEqual([2, -2]);
});

it("returns the day of an instant in UTC, whatever the zone of this machine is", () => {
  expect(todayUtc(Date.parse("2026-03-29T23:59:59Z"))).toBe("2026-03-29");
  expect(utcDay("2026-03-29T23:59:59.999Z")).toBe("2026-03-29");
});
