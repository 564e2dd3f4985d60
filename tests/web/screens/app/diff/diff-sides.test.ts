import { describe, expect, it } from "vitest";

import { diffSides, mainLocale } from "../../../../../web/screens/app/diff/diff-sides.ts";

describe("a comparison", () => {
  const app = { platform: "ios" as const, externalId: "1", name: "One" };
  const other = { platform: "android" as const, externalId: "com.two", name: "Two" };
  const context = { app, others: [other], country: "us", today: "2026-03-31", firstKnown: "2025-01-01" };
  const state = {
    kind: "days" as const,
    country: undefined,
    locale: "en-US",
    with: undefined,
    other: undefined,
    from: undefined,
    to: undefined,
  };

  it("is of the last thirty days where the address names none", () => {
    const sides = diffSides(state, context);

    expect(sides?.map(({ name }) => name)).toEqual(["1 Mar 2026", "Now"]);
    expect(sides?.map(({ input }) => input.query.at)).toEqual(["2026-03-01", undefined]);
  });

  it("is of all known days where these are fewer", () => {
    const sides = diffSides(state, { ...context, firstKnown: "2026-03-30" });

    expect(sides?.map(({ name }) => name)).toEqual(["30 Mar 2026", "Now"]);
  });

  it("of two languages or apps needs the second", () => {
    expect(diffSides({ ...state, kind: "languages" }, context)).toBeUndefined();
    expect(diffSides({ ...state, kind: "apps", other: "ios:9" }, context)).toBeUndefined();
    const sides = diffSides({ ...state, kind: "apps", other: "android:com.two" }, context);
    expect(sides?.map(({ input }) => input.params.external_id)).toEqual(["1", "com.two"]);
  });
});

describe("the language of a comparison", () => {
  const listing = (locale: string, read_in_country_code: string) => ({ locale, read_in_country_code });

  it("is that of the app's own storefront, or else the first one that it has", () => {
    const listings = [listing("en-US", "us"), listing("de-DE", "de")];

    expect(mainLocale({ origin_country_code: "de", listings })).toBe("de-DE");
    expect(mainLocale({ origin_country_code: "jp", listings })).toBe("en-US");
    expect(mainLocale({ origin_country_code: "jp", listings: [] })).toBeUndefined();
  });
});
