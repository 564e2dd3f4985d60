import { describe, expect, it } from "vitest";
import { addDays, daysBetween, todayUtc } from "../../web/format/days.ts";
import { describeProblem } from "../../web/format/describe-problem.ts";
import { countryName, localeName } from "../../web/format/locale-names.ts";
import { formatPercent, formatPrice, formatQuantity } from "../../web/format/numbers.ts";
import { formatDay, formatTimeAgo } from "../../web/format/times.ts";

describe("texts of the dashboard", () => {
  it("name prices and quantities", () => {
    expect([formatPrice(0, "USD"), formatPrice(4.99, "USD"), formatPrice(1_200, "JPY")]).toEqual([
      "Free",
      "$4.99",
      "¥1,200",
    ]);
    expect([formatPercent(3.276), formatPercent(12)]).toEqual(["3.28%", "12.00%"]);
    expect([formatPrice(3, null), formatPrice(3, "??")]).toEqual(["3.00", "3.00 ??"]);
    expect([formatQuantity(1, "app"), formatQuantity(1_000, "app"), formatQuantity(2, "entry", "entries")]).toEqual([
      "1 app",
      "1,000 apps",
      "2 entries",
    ]);
  });

  it("count days in UTC, over leap days and changes of the clock", () => {
    expect(daysBetween("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
    expect(daysBetween("2026-03-02", "2026-03-01")).toEqual([]);
    expect(addDays("2026-03-29", -1)).toBe("2026-03-28");
    expect(todayUtc(Date.parse("2026-03-29T23:59:59Z"))).toBe("2026-03-29");
    expect([formatDay("2026-03-09"), formatDay("2026-09-09")]).toEqual(["9 Mar 2026", "9 Sep 2026"]);
  });

  it.each([
    [0, "just now"],
    [90_000, "1 minute ago"],
    [7_200_000, "2 hours ago"],
    [86_400_000, "yesterday"],
    [70 * 86_400_000, "2 months ago"],
    [-120_000, "in 2 minutes"],
  ])("say how long ago %i milliseconds were", (pastMs, text) => {
    const at = "2026-03-09T08:00:00Z";
    expect(formatTimeAgo(at, Date.parse(at) + pastMs)).toBe(text);
  });

  it("name languages and countries, and keep a store's own code that has no name", () => {
    expect([localeName("de-DE"), localeName("not a code")]).toEqual(["German (Germany) (de-DE)", "not a code"]);
    expect([countryName("us"), countryName("?")]).toEqual(["United States", "?"]);
  });
});

describe("a failed request", () => {
  it("is tried again by itself where waiting helps", () => {
    const secondsOf = (status: number, retryAfterSeconds?: number) =>
      describeProblem({ status, detail: "", retryAfterSeconds }).retrySeconds;

    expect(secondsOf(429, 17)).toBe(17);
    expect(secondsOf(429)).toBe(60);
    expect(secondsOf(429, 600)).toBe(600);
    expect(secondsOf(503)).toBe(5);
    expect([0, 401, 404, 422, 500].map((status) => secondsOf(status))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("with a long wait says when to come back, and does not try before", () => {
    expect(describeProblem({ status: 429, detail: "", retryAfterSeconds: 86_400 })).toMatchObject({
      advice: "Try again in 24 hours.",
      retrySeconds: undefined,
    });
    expect(describeProblem({ status: 503, detail: "", retryAfterSeconds: 1_800 })).toMatchObject({
      advice: "Try again in 30 minutes.",
      retrySeconds: undefined,
    });
  });

  it("of a store that is closed for now is none of a service that wakes up", () => {
    const closed = { status: 503, detail: "", code: "store-unavailable" };
    expect(describeProblem(closed)).toMatchObject({
      title: "The store takes no requests now",
      retrySeconds: undefined,
    });
    expect(describeProblem({ ...closed, retryAfterSeconds: 20 }).retrySeconds).toBe(20);
    expect(describeProblem({ status: 503, detail: "" }).title).toBe("The service is waking up");
  });
});
