import { describe, expect, it } from "vitest";

import { PASTED_ROWS_MAX, parseTerms } from "../../../../../../web/screens/app/keywords/tracked/parse-terms.ts";

const choices = { countries: ["us"], storefronts: ["us", "de", "jp"] };
const parse = (text: string) => parseTerms(text, choices);
const shortOf = (text: string) => parse(text).terms.map(({ row, term, country }) => `${row} ${term} ${country}`);

describe("a pasted list of terms", () => {
  it.each([
    ["weather\nrain radar", ["1 weather us", "2 rain radar us"]],
    ["weather,de\r\nrain radar,JP\r\n", ["1 weather de", "2 rain radar jp"]],
    ["term,country\nweather,de", ["2 weather de"]],
    ["Keyword\nweather", ["2 weather us"]],
    ["weather;de\nrain;jp", ["1 weather de", "2 rain jp"]],
    ["weather\tde", ["1 weather de"]],
    ['"rain, snow",de', ["1 rain, snow de"]],
    ["  Weather   RADAR  , de ", ["1 Weather RADAR de"]],
    ["weather,", ["1 weather us"]],
    ["weather\n\n\nrain", ["1 weather us", "4 rain us"]],
    ["ｗｅａｔｈｅｒ", ["1 weather us"]],
    ["天気,jp", ["1 天気 jp"]],
    ["", []],
  ])("reads %j", (text, rows) => {
    expect(shortOf(text)).toEqual(rows);
    expect(parse(text).errors).toEqual([]);
  });

  it("names the row of each error, and keeps the other rows", () => {
    const { terms, errors } = parse(
      ["weather", "x", "rain,fr", "snow,Germany", "a b c d e f g", "sun,de,9", ",de", "x".repeat(101)].join("\n"),
    );
    expect(terms).toEqual([{ row: 1, term: "weather", country: "us" }]);
    expect(errors).toEqual([
      { row: 2, text: "A term has at least 2 characters." },
      { row: 3, text: "The store has no country “fr”." },
      { row: 4, text: "The store has no country “Germany”." },
      { row: 5, text: "A term has at most 6 words." },
      { row: 6, text: "A row is a term, or a term and a country." },
      { row: 7, text: "A term has at least 2 characters." },
      { row: 8, text: "A term has at most 100 characters." },
    ]);
  });

  it("reports quotes that are never closed", () => {
    expect(parse('weather\n"rain').errors).toEqual([{ row: 2, text: "The quotes of this row do not match." }]);
  });

  it("takes any two letters while the storefronts are unknown", () => {
    const { terms, errors } = parseTerms("weather,fr\nrain,fra", { countries: ["us"], storefronts: [] });
    expect(terms).toEqual([{ row: 1, term: "weather", country: "fr" }]);
    expect(errors).toHaveLength(1);
  });

  it("counts rows that differ only in case, width or spaces once", () => {
    const { terms, repeated } = parse("weather radar\nWeather  Radar\nｗeather radar,us\nweather radar,de");
    expect(terms.map(({ row }) => row)).toEqual([1, 4]);
    expect(repeated).toBe(2);
  });

  it("has rows without a country in each of the chosen ones", () => {
    const { terms, repeated } = parseTerms("weather\nrain,jp\nWeather,de\nweather,jp", {
      ...choices,
      countries: ["us", "de"],
    });
    expect(terms.map(({ row, term, country }) => `${row} ${term} ${country}`)).toEqual([
      "1 weather us",
      "1 weather de",
      "2 rain jp",
      "4 weather jp",
    ]);
    expect(repeated).toBe(1);
  });

  it("has at most as many rows as a request has items", () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `term ${index}`).join("\n");
    expect(parse(rows(PASTED_ROWS_MAX)).terms).toHaveLength(PASTED_ROWS_MAX);
    expect(parse(`term\n${rows(PASTED_ROWS_MAX)}`).isTooLong).toBe(false);
    expect(parse(rows(PASTED_ROWS_MAX + 1))).toEqual({ terms: [], errors: [], repeated: 0, isTooLong: true });
    const twice = { ...choices, countries: ["us", "de"] };
    expect(parseTerms(rows(PASTED_ROWS_MAX / 2), twice).terms).toHaveLength(PASTED_ROWS_MAX);
    expect(parseTerms(rows(PASTED_ROWS_MAX / 2 + 1), twice).isTooLong).toBe(true);
  });
});
