import { expect, it } from "vitest";

import {
  formatCompact,
  formatMegabytes,
  formatNarrowPrice,
  formatPercent,
  formatPrice,
  formatQuantity,
} from "../../../web/format/numbers.ts";

it.each([
  [0, "USD", "Free"],
  [4.99, "USD", "$4.99"],
  [1_200, "JPY", "¥1,200"],
  [3, null, "3.00"],
  [3, "??", "3.00 ??"],
])("writes a price of %d in %s", (price, currency, text) => {
  expect(formatPrice(price, currency)).toBe(text);
});

it.each([
  [0, "DKK", "Free"],
  [39, "DKK", "kr\u00a039.00"],
  [7.99, "AUD", "$7.99"],
  [3, "??", "3.00 ??"],
])("writes a price of %d in %s in few characters", (price, currency, text) => {
  expect(formatNarrowPrice(price, currency)).toBe(text);
});

it("writes shares with two decimals, and large numbers in a few characters", () => {
  expect([formatPercent(3.276), formatPercent(12)]).toEqual(["3.28%", "12.00%"]);
  expect([formatCompact(999), formatCompact(5_234_567)]).toEqual(["999", "5.2M"]);
});

it("writes a size in millions of bytes", () => {
  expect([formatMegabytes(187_654_321), formatMegabytes(40_000)]).toEqual(["187.7 MB", "0.0 MB"]);
});

it("writes one thing in the singular and others in the plural", () => {
  expect([formatQuantity(1, "app"), formatQuantity(1_000, "app"), formatQuantity(2, "entry", "entries")]).toEqual([
    "1 app",
    "1,000 apps",
    "2 entries",
  ]);
});
