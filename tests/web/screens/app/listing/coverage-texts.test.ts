import { describe, expect, it } from "vitest";

import {
  countCoverage,
  describeCoverage,
  describeFallback,
  type LanguageCoverage,
} from "../../../../../web/screens/app/listing/coverage-texts.ts";

const language = (texts: Partial<LanguageCoverage>): LanguageCoverage => ({
  locale: "ja",
  state: "own",
  own_fields: ["title", "description"],
  fallback_of: null,
  ...texts,
});
const own = language({});
const fallback = language({ state: "fallback", own_fields: [], fallback_of: "en-US" });
const partly = language({ own_fields: ["title", "subtitle"], fallback_of: "en-US" });
const none = language({ state: "none", own_fields: [] });
const unread = language({ state: null, own_fields: [] });

it.each([
  [own, "Own texts"],
  [fallback, "Shows American English (en-US)"],
  [partly, "Own title and subtitle, the rest of American English (en-US)"],
  [none, "No listing"],
  [unread, "Not read yet"],
])("says what a language shows (%#)", (shown, text) => {
  expect(describeCoverage(shown)).toBe(text);
});

describe("beside a listing", () => {
  it("says whose text a storefront shows", () => {
    expect(describeFallback(fallback, "jp")).toBe("Japan sees the American English (en-US) text.");
    expect(describeFallback(partly, "jp")).toBe(
      "Japan sees its own title and subtitle and the other texts of American English (en-US).",
    );
  });

  it("says nothing where all texts are the language's own or the language is not known", () => {
    expect([describeFallback(own, "jp"), describeFallback(undefined, "jp")]).toEqual(["", ""]);
  });
});

it("counts the languages in each state and leaves out states without any", () => {
  expect(countCoverage([own, partly, fallback, none, unread])).toBe(
    "2 with own texts, 1 showing another language, 1 without a listing, 1 not read yet",
  );
  expect(countCoverage([own])).toBe("1 with own texts");
});
