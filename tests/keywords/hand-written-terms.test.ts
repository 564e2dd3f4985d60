import { describe, expect, it } from "vitest";

import { countKeywords } from "../../lib/keywords/count-keywords.ts";
import { languageOf } from "../../lib/keywords/language-of.ts";
import { stopWordsOf } from "../../lib/keywords/stop-words.ts";
import { handWritten } from "./hand-written-terms.ts";

describe("[KEY-2] keywords of a listing", () => {
  it.each(handWritten)("are the terms that a reader finds in $name", async ({ locale, fields, terms }) => {
    const input = { fields, language: languageOf(locale), stopWords: await stopWordsOf(locale) };
    const keywords = [1, 2].flatMap((size) => countKeywords({ ...input, size }));

    const counts = new Map(keywords.map(({ keyword, count }) => [keyword, count]));
    const found = terms.map(([term, , , foundAs = term]) => [term, counts.get(foundAs)]);
    expect(terms).toHaveLength(20);
    expect(found).toEqual(terms.map(([term, count]) => [term, count]));
  });
});
