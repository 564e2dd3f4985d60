import { describe, expect, it } from "vitest";

import { diffSides, firstDay, mainLocale } from "../../../../../../web/screens/app/listing/differences/diff-sides.ts";

describe("a comparison", () => {
  const app = { platform: "ios" as const, externalId: "1", name: "One" };
  const other = { platform: "android" as const, externalId: "com.two", name: "Two" };
  const context = { app, others: [other], country: "us", days: { first: "2025-01-01", last: "2026-03-31", marks: [] } };
  const state = {
    kind: "days" as const,
    country: undefined,
    locale: "en-US",
    with: undefined,
    other: undefined,
    before: undefined,
    at: undefined,
  };

  it("is of the last thirty days where no change is known", () => {
    const sides = diffSides(state, context);

    expect(sides?.map(({ name }) => name)).toEqual(["1 Mar 2026", "Now"]);
    expect(sides?.map(({ input }) => input.query.at)).toEqual(["2026-03-01", undefined]);
  });

  it("begins on the day before the last change until its end", () => {
    const names = (day: string) => [{ day, names: ["Title"] }];
    const marks = [...names("2026-02-10"), ...names("2026-03-20")];
    const of = (at: string | undefined) => firstDay({ before: undefined, at }, { ...context.days, marks });

    expect([of(undefined), of("2026-03-20"), of("2026-03-19")]).toEqual(["2026-03-19", "2026-03-19", "2026-02-09"]);
    expect(firstDay({ before: "2026-01-01", at: undefined }, { ...context.days, marks })).toBe("2026-01-01");
  });

  it("is of all known days where these are fewer", () => {
    const sides = diffSides(state, { ...context, days: { ...context.days, first: "2026-03-30" } });

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
