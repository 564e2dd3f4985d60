import { expect, it } from "vitest";

import { knownRange } from "../../../../web/components/fields/date-range.ts";

const bounds = { max: "2026-03-31", daysMax: 30 };

it.each([
  [undefined, undefined, undefined],
  ["2026-03-05", "2026-03-09", { from: "2026-03-05", to: "2026-03-09" }],
  ["2026-03-05", undefined, { from: "2026-03-05", to: "2026-03-31" }],
  [undefined, "2026-03-30", { from: "2026-03-01", to: "2026-03-30" }],
])("days from %s to %s are completed by the last day, and by the most days before it", (from, to, range) => {
  expect(knownRange({ from, to }, bounds)).toEqual(range);
});
