import { expect, it } from "vitest";

import { newestReport, newSince } from "../../../../web/screens/home/new-events.ts";

const reported = (time: string) => ({ reported_at: `2026-03-09T${time}Z` });
const events = [reported("08:00:00"), reported("09:30:00"), reported("09:00:00")];

it("counts events as new that were reported after the last visit, and all without one", () => {
  expect(newSince(events, "2026-03-09T09:00:00Z")).toEqual([reported("09:30:00")]);
  expect(newSince(events, null)).toEqual(events);
});

it("marks events as seen until the latest report, which may not be the first one", () => {
  expect(newestReport(events)).toBe("2026-03-09T09:30:00Z");
  expect(newestReport([])).toBeUndefined();
});
