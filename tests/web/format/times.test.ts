import { expect, it } from "vitest";

import { formatDay, formatTimeAgo, formatWait } from "../../../web/format/times.ts";

it("writes every month in three letters", () => {
  expect([formatDay("2026-03-09"), formatDay("2026-09-09")]).toEqual(["9 Mar 2026", "9 Sep 2026"]);
});

it.each([
  [0, "just now"],
  [90_000, "1 minute ago"],
  [7_200_000, "2 hours ago"],
  [47 * 3_600_000, "1 day ago"],
  [70 * 86_400_000, "2 months ago"],
  [800 * 86_400_000, "2 years ago"],
  [-30_000, "in a moment"],
  [-120_000, "in 2 minutes"],
])("says how long ago %i milliseconds were", (pastMs, text) => {
  const at = "2026-03-09T08:00:00Z";
  expect(formatTimeAgo(at, Date.parse(at) + pastMs)).toBe(text);
});

it.each([
  [1, "1 second"],
  [119, "119 seconds"],
  [121, "3 minutes"],
  [7_200, "2 hours"],
])("says how long a wait of %i seconds is, and never less", (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});
