import { describe, expect, it } from "vitest";

import { priceDifference, priceLine, summarizePrices } from "../../../../../web/screens/app/storefronts/price-steps.ts";

describe("prices by day", () => {
  const period = (price: number, since: string, until: string | null, currency = "USD") => ({
    price,
    currency,
    since,
    until,
  });
  const prices = {
    country_code: "us",
    as_of: "2026-03-06T09:00:00Z",
    has_older: false,
    periods: [
      period(2, "2026-03-05T08:00:00Z", null),
      period(3, "2026-03-03T08:00:00Z", "2026-03-04T08:00:00Z"),
      period(9, "2026-03-02T08:00:00Z", "2026-03-03T08:00:00Z", "EUR"),
      period(1, "2026-03-01T08:00:00Z", "2026-03-02T08:00:00Z"),
    ],
  };

  it("hold until the next one; a day without a price or with another currency is a gap", () => {
    expect(priceLine(prices)).toEqual({
      days: ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"],
      values: [1, null, 3, null, 2, 2],
      currency: "USD",
    });
  });

  it("reach two years back at most", () => {
    const { days } = priceLine({ ...prices, periods: [period(1, "2020-01-01T00:00:00Z", null)] });

    expect([days.length, days.at(-1)]).toEqual([730, "2026-03-06"]);
  });

  it("differ from the one before in the same currency", () => {
    expect(prices.periods.map((_, index) => priceDifference(prices.periods, index))).toEqual([-1, null, null, null]);
  });

  it("are summarized by the price now and by those of the same currency before", () => {
    expect(summarizePrices(prices)).toBe("$2.00 since 5 Mar 2026. 4 prices, from $1.00 to $3.00.");
    expect(summarizePrices({ ...prices, periods: prices.periods.slice(0, 1) })).toBe(
      "$2.00 since 5 Mar 2026. The price has not changed since the app was first read.",
    );
    expect(summarizePrices({ ...prices, periods: [] })).toBe("No price is known.");
  });
});
