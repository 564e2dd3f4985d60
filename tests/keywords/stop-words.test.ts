import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { languageOf } from "../../lib/keywords/language-of.ts";
import { stopWordsOf } from "../../lib/keywords/stop-words.ts";

const storeLocales = new Set(
  countries.flatMap(({ iosLanguages, androidLanguages }) => [...(iosLanguages ?? []), ...(androidLanguages ?? [])]),
);

/** No list of the library has them: they are left with the English words. */
const unlisted = ["is", "km", "kn", "lo", "ml", "si", "ta", "te"];

describe("stop words", () => {
  it.each([
    ["de-DE", "und"],
    ["ru", "для"],
    ["ja", "です"],
    ["zh-Hant", "的"],
    ["th", "และ"],
    ["tr-TR", "için"],
    ["ar", "من"],
  ])("are those of the language: %s", async (locale, word) => {
    expect(await stopWordsOf(locale)).toContain(word);
  });

  it.each(["every", "no", "us", "when", "without"])("have English words that the library lacks: %s", async (word) => {
    expect(await stopWordsOf("en-US")).toContain(word);
  });

  it.each(["de-DE", "ja", "xx", "not-a-locale-code-at-all"])("are those of English, too, in %s", async (locale) => {
    expect(await stopWordsOf(locale)).toContain("the");
  });

  it.each([
    ["no", "ikke"],
    ["nb-NO", "ikke"],
    ["iw-IL", "של"],
    ["in", "yang"],
    ["fil", "ang"],
    ["yue", "的"],
  ])("are found by each code that a store has for the language: %s", async (locale, word) => {
    expect(await stopWordsOf(locale)).toContain(word);
  });

  it("are Brazil's own where the store has its Portuguese", async () => {
    const [brazil, portugal] = [await stopWordsOf("pt-BR"), await stopWordsOf("pt-PT")];

    expect(brazil.size).not.toBe(portugal.size);
    for (const words of [brazil, portugal]) expect(words).toContain("para");
  });

  it("exist for the languages of the stores, but for those without a list", async () => {
    const { size: english } = await stopWordsOf("en");
    const sizes = await Promise.all(
      [...storeLocales].map(async (locale) => [languageOf(locale), (await stopWordsOf(locale)).size] as const),
    );
    const without = sizes.filter(([language, size]) => language !== "en" && size === english).map(([name]) => name);

    expect([...new Set(without)].toSorted()).toEqual(unlisted);
  });
});
