import { describe, expect, it } from "vitest";

import { describeRefresh } from "../../../../web/screens/app/refresh-labels.ts";

describe("how often storefronts are read", () => {
  const refresh = (own: number, all: number | null) => ({ own_storefront_days: own, largest_days: 1, all_days: all });

  it.each([
    [null, ""],
    [refresh(1, null), ""],
    [refresh(1, 1), ""],
    [refresh(1, 6), "Own storefront read daily, all within 6 days"],
    [refresh(2, 30), "Own storefront read every 2 days, all within 30 days"],
    [refresh(3, 3), "Storefronts read every 3 days"],
  ])("of %j is said as %j", (days, words) => {
    expect(describeRefresh(days)).toBe(words);
  });
});
