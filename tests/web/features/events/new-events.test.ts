import { expect, it } from "vitest";

import { isNew, newestReport } from "../../../../web/features/events/new-events.ts";

const VISIT = "2026-03-09T09:00:00Z";
const reported = (reported_at: string, occurred_at = reported_at) => ({ reported_at, occurred_at });

it("has an event as new that was reported after the last visit, and none without one", () => {
  expect(isNew(reported("2026-03-09T09:00:01Z"), VISIT)).toBe(true);
  expect(isNew(reported(VISIT), VISIT)).toBe(false);
  expect(isNew(reported("2026-03-09T09:00:01Z"), null)).toBe(false);
});

it("has no event as new that occurred more than a week before the visit", () => {
  expect(isNew(reported("2026-03-10T00:00:00Z", "2026-03-02T09:00:00Z"), VISIT)).toBe(true);
  expect(isNew(reported("2026-03-10T00:00:00Z", "2026-03-02T08:59:59Z"), VISIT)).toBe(false);
});

it("marks events as seen until the latest report, which may not be the first one", () => {
  const events = ["2026-03-09T08:00:00Z", "2026-03-09T09:30:00Z", VISIT].map((at) => reported(at));

  expect(newestReport(events)).toBe("2026-03-09T09:30:00Z");
  expect(newestReport([])).toBeUndefined();
});
