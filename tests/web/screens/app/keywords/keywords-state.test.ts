import { describe, expect, it } from "vitest";

import { keywordTexts, textOptions } from "../../../../../web/screens/app/keywords/keyword-texts.ts";
import { keywordQuery, nextOrder } from "../../../../../web/screens/app/keywords/keywords-state.ts";

describe("the query of keywords", () => {
  const state = { locale: "en-US", texts: "names", words: "2", search: "" } as const;

  it("names the texts whose words are counted, and a search only where there is one", () => {
    expect(keywordQuery(state)).toEqual({
      locale: "en-US",
      fields: ["title", "subtitle"],
      ngram: "2",
      search: undefined,
    });
    expect(keywordQuery({ ...state, search: "rain" }).search).toBe("rain");
  });

  it("leaves release notes out unless they are chosen", () => {
    const newsIn = keywordTexts.filter((texts) => keywordQuery({ ...state, texts }).fields.includes("whats_new"));

    expect(newsIn).toEqual(["news", "all"]);
    expect(textOptions.map(({ id }) => id)).toEqual(keywordTexts);
  });
});

describe("the order of keywords", () => {
  it.each([
    ["count", "density", "desc", "desc"],
    ["keyword", "density", "desc", "asc"],
    ["density", "density", "desc", "asc"],
    ["keyword", "keyword", "asc", "desc"],
  ] as const)("after a press on %s, when it was by %s %s, is %s", (key, sort, order, next) => {
    expect(nextOrder({ sort, order }, key)).toBe(next);
  });
});
