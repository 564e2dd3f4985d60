import { describe, expect, it } from "vitest";

import { comparedPrice } from "../../../../../web/screens/app/competitors/compared-price.ts";

const listing = (readIn: string, price: number | null, currency: string | null) => ({
  read_in_country_code: readIn,
  price,
  currency,
});
const arabic = listing("ae", 199.99, "AED");
const german = listing("de", 49.99, "EUR");
const american = listing("us", 59.99, "USD");
const appWith = (...listings: ReturnType<typeof listing>[]) => ({
  is_free: false,
  origin_country_code: "us",
  listings,
});

describe("the price of an app beside others", () => {
  it("is that of the storefront in which all are compared, whatever comes first", () => {
    expect(comparedPrice(appWith(arabic, german, american), "de")).toBe("€49.99");
  });

  it.each([
    ["its own storefront", appWith(arabic, american), "$59.99 in United States"],
    ["any storefront", appWith(listing("us", null, null), arabic), "AED 199.99 in United Arab Emirates"],
  ])("is that of %s beside its name where no other is known", (_, app, text) => {
    expect(comparedPrice(app, "de").replaceAll("\u00a0", " ")).toBe(text);
  });

  it("is free, or not known, where no storefront shows one", () => {
    expect(comparedPrice({ ...appWith(), is_free: true }, "de")).toBe("Free");
    expect(comparedPrice(appWith(), "de")).toBe("–");
  });
});
