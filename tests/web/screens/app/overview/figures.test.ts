import { describe, expect, it } from "vitest";
import type { Comparison } from "../../../../../web/features/scope/scope.ts";
import { figuresOf } from "../../../../../web/screens/app/overview/figures.ts";
import { charts, daysOf, meta } from "./overview-world.ts";

/** Returns the last `count` days. */
function figures(all: ReturnType<typeof daysOf>, count: number, vs: Comparison) {
  const start = all.length - count;
  const shown = all.slice(start);
  const days = shown.map(({ date }) => date);
  const period = { first: days[0] ?? "", last: days.at(-1) ?? "" };
  const [rating, gained, rank, price] = figuresOf({ period, all, start, shown, days, charts, meta, vs });
  return { rating, gained, rank, price };
}

describe("the figures of an overview", () => {
  it("are the newest ones beside those of seven days before", () => {
    const all = daysOf(20, (place) => ({
      rating: place < 15 ? 4.1 : 4.25,
      gained: place,
      price: place < 16 ? 6.99 : 49.99,
      ranks: [place === 19 ? null : 60 - place, null],
    }));

    expect(figures(all, 10, "week")).toMatchObject({
      rating: { value: "4.25", change: 0.15, detail: "1,019 ratings, all storefronts" },
      gained: {
        name: "New ratings, 7 days",
        value: String(13 + 14 + 15 + 16 + 17 + 18 + 19),
        change: 49,
        detail: `${6 + 7 + 8 + 9 + 10 + 11 + 12} in the 7 days before`,
      },
      rank: { value: "#42", change: 7, detail: "Paid, Weather, Germany · 25 Nov 2026" },
      price: { name: "Price, Germany", value: "€49.99", detail: "was €6.99 7 days before" },
    });
  });

  it("are compared with the period before, if that is chosen", () => {
    const all = daysOf(20, (place) => ({ gained: place < 10 ? 1 : 3, rating: place < 10 ? 4 : 4.5 }));

    expect(figures(all, 10, "period")).toMatchObject({
      gained: { name: "New ratings, 10 days", value: "30", change: 20, detail: "10 in the 10 days before" },
      rating: { value: "4.50", change: 0.5 },
    });
  });

  it("are those of one day and of one rating without a plural", () => {
    const all = daysOf(2, (place) => ({ gained: 1, rating_count: 1, price: place === 0 ? 0.99 : 1.99 }));

    expect(figures(all, 1, "period")).toMatchObject({
      rating: { detail: "1 rating, all storefronts" },
      gained: { name: "New ratings, 1 day", detail: "1 in the 1 day before" },
      price: { detail: "was €0.99 1 day before" },
    });
  });

  it("are compared with nothing, if that is chosen", () => {
    const { rating, gained, rank, price } = figures(daysOf(20), 10, "none");

    expect([rating?.change, gained?.change, rank?.change]).toEqual([undefined, undefined, undefined]);
    expect(gained).toMatchObject({ value: "10", detail: "10 of 10 days known" });
    expect(price).toMatchObject({ value: "€1.99", detail: "" });
  });

  it("name the days that are not known, and compare with none of them", () => {
    const all = daysOf(14, (place) =>
      place === 6 || place === 12
        ? { rating: null, rating_count: null, gained: null, price: null, currency: null }
        : {},
    );

    expect(figures(all, 7, "week")).toMatchObject({
      rating: { value: "4.00", change: null },
      gained: { value: "6", detail: "6 in the 7 days before, 6 of 7 days known" },
    });
    expect(figures(all.slice(0, 13), 6, "week")).toMatchObject({ rating: { value: "4.00" } });
  });

  it("of an app that was never read are no zeros", () => {
    const nothing = {
      rating: null,
      rating_count: null,
      gained: null,
      price: null,
      currency: null,
      ranks: [null, null],
    };

    expect(
      figures(
        daysOf(20, () => nothing),
        10,
        "week",
      ),
    ).toMatchObject({
      rating: { value: "–", detail: "not measured in these days" },
      gained: { value: "–", change: null },
      rank: { value: "–", detail: "in no chart, Germany" },
      price: { value: "–", detail: "not known in these days" },
    });
  });
});
