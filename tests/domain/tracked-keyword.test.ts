import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { storefrontLanguages } from "../../lib/domain/country.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { findTermFault, normalTerm } from "../../lib/domain/tracked-keyword.ts";
import { nonEmpty } from "../support/non-empty.ts";

describe("the normal form of a term", () => {
  it.each([
    ["weather", "en-US", "weather"],
    ["Weather", "en-US", "weather"],
    ["WEATHER RADAR", "en-US", "weather radar"],
    ["  weather   radar  ", "en-US", "weather radar"],
    ["weather\tradar", "en-US", "weather radar"],
    ["weather\n radar", "en-US", "weather radar"],
    ["weather\u00a0radar", "en-US", "weather radar"],
    ["weather\u3000radar", "ja", "weather radar"],
    ["ｗｅａｔｈｅｒ", "ja", "weather"],
    ["ＷＥＡＴＨＥＲ", "ja", "weather"],
    ["ISI", "tr", "ısı"],
    ["ISI", "en-US", "isi"],
    ["İSTANBUL", "tr", "istanbul"],
    ["İstanbul", "en-US", "i\u0307stanbul"],
    ["DIŞ", "tr", "dış"],
    ["IĞDIR", "az", "ığdır"],
    ["I\u0300", "lt", "i\u0307\u0300"],
    ["STRASSE", "de-DE", "strasse"],
    ["Straße", "de-DE", "straße"],
    ["ΟΔΟΣ", "el", "οδος"],
    ["ΟΔΌΣ ΣΟΦΊΑ", "el", "οδός σοφία"],
    ["ПОГОДА", "ru", "погода"],
    ["Ёлка", "ru", "ёлка"],
    ["ﾃﾝｷ", "ja", "テンキ"],
    ["ｶﾞｿﾘﾝ", "ja", "ガソリン"],
    ["天気　予報", "ja", "天気 予報"],
    ["한국어", "ko", "한국어"],
    ["\u1112\u1161\u11ab", "ko", "한"],
    ["น้ำ", "th", "น\u0e49\u0e4d\u0e32"],
    ["แผนที่", "th", "แผนที่"],
    ["ﷺ", "ar-SA", "صلى الله عليه وسلم"],
    ["ﻻ", "ar-SA", "لا"],
    ["שָׁלוֹם", "he", "שָׁלוֹם"],
    ["हिन्दी", "hi", "हिन्दी"],
    ["ﬁtness", "en-US", "fitness"],
    ["№ 1", "ru", "no 1"],
    ["x²", "en-US", "x2"],
    ["Café", "fr-FR", "café"],
    ["Cafe\u0301", "fr-FR", "café"],
    ["👨‍👩‍👧 chat", "en-US", "👨‍👩‍👧 chat"],
    ["❤️ notes", "en-US", "❤️ notes"],
  ] as const)("[TKW-3] of %j in %s is %j", (term, language, normal) => {
    expect(normalTerm(term, language)).toBe(normal);
    expect(normalTerm(normal, language)).toBe(normal);
  });

  it.each(platforms)("[TKW-3] exists by the rules of the first language of every storefront of %s", (platform) => {
    const languages = countries.flatMap((country) => storefrontLanguages(country, platform)[0] ?? []);
    for (const language of nonEmpty([...new Set(languages)])) expect(normalTerm("Notes", language)).toBe("notes");
  });
});

describe("a term that cannot be tracked", () => {
  it.each([
    ["", "at least 2"],
    ["a", "at least 2"],
    ["👨", "at least 2"],
    ["a".repeat(101), "greater than 100"],
    ["👨".repeat(101), "greater than 100"],
    ["a b c d e f g", "more than 6 words"],
  ])("[TKW-3] is %j", (term, reason) => {
    expect(findTermFault(term)).toContain(reason);
  });

  it.each(["ab", "天気", "a".repeat(100), "👨".repeat(100), "a b c d e f"])("[TKW-3] is not %j", (term) => {
    expect(findTermFault(term)).toBeUndefined();
  });
});
