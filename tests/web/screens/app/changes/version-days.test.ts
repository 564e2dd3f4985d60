import { expect, it } from "vitest";

import { daysSince } from "../../../../../web/screens/app/changes/version-days.ts";

it.each([
  ["2026-03-10", "2026-03-01", 9],
  [null, "2026-03-01", 19],
])("counts the days from the version before (%j after %j)", (released, earlier, days) => {
  const version = { release_date: released, created_at: "2026-03-20T08:00:00Z" };

  expect(daysSince({ release_date: earlier, created_at: "2026-03-02T00:00:00Z" }, version)).toBe(days);
  expect(daysSince(undefined, version)).toBeUndefined();
});
