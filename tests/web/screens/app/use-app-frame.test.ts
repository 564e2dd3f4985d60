import { expect, it } from "vitest";

import { lastDay } from "../../../../web/screens/app/use-app-frame.ts";

const NOW_MS = Date.parse("2026-03-09T23:30:00Z");

it.each([
  [null, "2026-03-09"],
  ["2026-03-08T08:00:00Z", "2026-03-09"],
  ["2026-03-10T00:10:00Z", "2026-03-10"],
])("shows an app whose last sync was at %s until %s", (last_synced_at, day) => {
  expect(lastDay({ last_synced_at }, NOW_MS)).toBe(day);
});
