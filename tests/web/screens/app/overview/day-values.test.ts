import { describe, expect, it } from "vitest";
import { compareAround, valuesOfDay } from "../../../../../web/screens/app/overview/day-values.ts";
import { charts, daysOf } from "./overview-world.ts";

const ranked = { charts, keywords: [] };
const textsOf = (values: Parameters<typeof valuesOfDay>[0]) => valuesOfDay(values, ranked).map(({ value }) => value);

describe("the values of a day", () => {
  it("are those of the response", () => {
    const [day] = daysOf(1, () => ({ ranks: [3, 1_200], gained: 1_910, rating: 4.1, rating_count: 479_198 }));

    expect(day && valuesOfDay(day, ranked)).toEqual([
      { name: "Rank, Paid, Weather", value: "#3" },
      { name: "Rank, Free, All", value: "#1,200" },
      { name: "New ratings", value: "1,910" },
      { name: "Rating", value: "4.10" },
      { name: "Ratings in total", value: "479,198" },
      { name: "Price", value: "€1.99" },
    ]);
  });

  it("that are missing have words, not zeros, and a zero is a value", () => {
    const nothing = {
      ranks: [null, null],
      gained: null,
      rating: null,
      rating_count: null,
      price: null,
      currency: null,
    };
    const [missing, zero] = daysOf(2, (place) => (place === 0 ? nothing : { gained: 0, price: 0, ranks: [1, null] }));

    expect(missing && textsOf(missing)).toEqual([
      "no rank",
      "no rank",
      "not known",
      "not measured",
      "not measured",
      "not known",
    ]);
    expect(zero && textsOf(zero)).toEqual(["#1", "no rank", "0", "4.00", "1,001", "Free"]);
  });
});

describe("the values of a day for a tracked keyword", () => {
  it.each([
    [{ rank: 1_200, state: "ranked" }, "#1,200"],
    [{ rank: null, state: "not_in_window" }, "no rank"],
    [{ rank: null, state: "not_read" }, "not read"],
    [{ rank: null, state: "not_tracked" }, "not tracked"],
  ] as const)("of %o are in words: %s", (point, value) => {
    const [day] = daysOf(1);
    const points = day === undefined ? [] : [{ date: day.date, ...point }];

    expect(day && valuesOfDay(day, { charts: [], keywords: [{ term: "rain", points }] })[0]).toEqual({
      name: "Rank in search, “rain”",
      value,
    });
  });
});

describe("the days around a day", () => {
  it("are summed and averaged on both sides", () => {
    const days = daysOf(15, (place) => ({ gained: place < 7 ? 10 : 5, ranks: [place < 7 ? 40 : 44.5, null] }));

    expect(compareAround(days, { place: 7, length: 7, ...ranked })).toEqual([
      { name: "New ratings", before: "70", after: "35" },
      { name: "Mean rank, Paid, Weather", before: "#40.0", after: "#44.5" },
      { name: "Mean rank, Free, All", before: "no rank", after: "no rank" },
    ]);
  });

  it("have the mean rank for a tracked keyword", () => {
    const days = daysOf(15);
    const points = days.map(({ date }, place) => ({ date, rank: place < 7 ? 9 : 3, state: "ranked" as const }));
    const keywords = [{ term: "rain", points }];

    expect(compareAround(days, { place: 7, length: 7, charts: [], keywords }).at(-1)).toEqual({
      name: "Mean rank in search, “rain”",
      before: "#9.0",
      after: "#3.0",
    });
  });

  it("say of how many days they are, if not of all", () => {
    const days = daysOf(10, (place) => (place === 1 ? { gained: null, ranks: [null, null] } : {}));

    expect(compareAround(days, { place: 7, length: 7, ...ranked }).slice(0, 2)).toEqual([
      { name: "New ratings", before: "6 (6 of 7 days)", after: "2 (2 of 7 days)" },
      { name: "Mean rank, Paid, Weather", before: "#50.0 (6 of 7 days)", after: "#50.0 (2 of 7 days)" },
    ]);
  });
});
