import { describe, expect, it } from "vitest";

import { countKeywords } from "../../lib/keywords/count-keywords.ts";

type Options = { readonly language?: string; readonly size?: number; readonly stopWords?: readonly string[] };

function count(fields: string | readonly string[], { language = "en", size = 1, stopWords = [] }: Options = {}) {
  return countKeywords({ fields: [fields].flat(), language, size, stopWords: new Set(stopWords) });
}

const keywordsOf = (...input: Parameters<typeof count>) => count(...input).map(({ keyword }) => keyword);

describe("[KEY-2] words", () => {
  it.each([
    ["Cyrillic", "ru", "Быстрые заметки", ["быстрые", "заметки"]],
    ["Greek, with its final sigma", "el", "ΓΡΗΓΟΡΕΣ ΣΗΜΕΙΩΣΕΙΣ", ["γρηγορες", "σημειωσεις"]],
    ["Arabic", "ar", "ملاحظات سريعة", ["ملاحظات", "سريعة"]],
    ["Hebrew", "he", "הערות מהירות", ["הערות", "מהירות"]],
    ["Hindi, with its vowel signs", "hi", "मौसम की जानकारी", ["मौसम", "की", "जानकारी"]],
    ["Chinese, which puts no spaces", "zh", "天气和地图", ["天气", "和", "地图"]],
    ["Japanese", "ja", "地図と天気", ["地図", "天気"]],
    ["Korean, with one syllable as a word", "ko", "날씨 앱", ["날씨", "앱"]],
    ["Thai, with the vowel am in one character", "th", "น้ำ ทำ", ["น้ำ", "ทำ"]],
    ["Thai", "th", "อาหารและดนตรี", ["อาหาร", "และ", "ดนตรี"]],
    ["Vietnamese", "vi", "Thời tiết", ["thời", "tiết"]],
    ["accented Latin, whole", "fr", "Café crème", ["café", "crème"]],
  ])("are found in %s", (_script, language, text, expected) => {
    expect(keywordsOf(text, { language })).toEqual(expected);
  });

  it("are the same in any case, width and form of their letters", () => {
    expect(count("Photo PHOTO ｐｈｏｔｏ")).toEqual([{ keyword: "photo", count: 3, density: 100 }]);
    expect(count("café cafe\u0301", { language: "fr" })).toEqual([{ keyword: "café", count: 2, density: 100 }]);
    expect(keywordsOf("ｶﾒﾗ", { language: "ja" })).toEqual(["カメラ"]);
  });

  it.each([
    ["tr", ["ışık", "istanbul"]],
    ["az", ["ışık", "istanbul"]],
    ["en", ["işik", "istanbul"]],
  ])("pair dotted and dotless i as their language does: %s", (language, expected) => {
    expect(keywordsOf("IŞIK İSTANBUL", { language })).toEqual(expected);
  });

  it("of digits are keywords beside a word alone", () => {
    expect(keywordsOf("Plan 2026 with 365 days, 7 left")).toEqual(["plan", "with", "days", "left"]);
    expect(keywordsOf("Office 2026: 24 7", { size: 2 })).toEqual(["office 2026"]);
  });

  it("are no markup, addresses, marks, emoji or single letters", () => {
    const text = "<b>Notes™</b> 🖋 a & b: https://example.com/a?b=c, www.example.org, ada@example.com ___ © Ada";

    expect(keywordsOf(text)).toEqual(["notes", "ada"]);
  });

  it("are at most 50 characters long", () => {
    const word = "x".repeat(50);

    expect(keywordsOf(`${word} ${word}x`)).toEqual([word]);
  });

  it.each([
    [
      "English: what follows an apostrophe, and negated auxiliary verbs",
      "en",
      "Don’t miss the app's news",
      "miss the app news",
    ],
    ["French: articles that lose their vowel", "fr", "L’application d'aujourd", "application aujourd"],
    ["Italian", "it", "Dell'album", "dell album"],
    ["Turkish: endings of names", "tr", "İstanbul'da", "istanbul"],
  ])("leave out, in %s", (_rule, language, text, expected) => {
    expect(keywordsOf(text, { language }).join(" ")).toBe(expected);
  });

  it.each([
    ["uk", "Здоров'я, комп'ютер, ім'я, м'яч", ["здоров'я", "комп'ютер", "ім'я", "м'яч"]],
    ["he", "צ'אט ג'ינס", ["צ'אט", "ג'ינס"]],
    ["id", "Al Qur'an", ["al", "qur'an"]],
    ["en", "I'm at O'Reilly's, they're at L'Oréal", ["at", "o'reilly", "they", "l'oréal"]],
    ["de", "L'Oréal", ["l'oréal"]],
    ["tr", "L'Oréal A'dan Z'ye", ["l'oréal"]],
  ])("keep an apostrophe that belongs to them, in any of its spellings, in %s", (language, text, expected) => {
    for (const apostrophe of ["'", "\u2018", "\u2019", "\u02BC", "\u05F3"]) {
      expect(keywordsOf(text.replaceAll("'", apostrophe), { language })).toEqual(expected);
    }
  });

  it.each([
    ["x".repeat(50_000)],
    ["<".repeat(50_000)],
    ["x@".repeat(25_000)],
    ["เ".repeat(50_000)],
    ["漢".repeat(50_000)],
  ])("are found in a text of 50,000 characters without a space: %.1s…", (text) => {
    expect(count(text).length).toBeLessThanOrEqual(1);
  });
});

describe("[KEY-1] keywords of several words", () => {
  const text = "Write fast notes. Share fast notes!";

  it("are words that follow each other in a sentence", () => {
    expect(count(text, { size: 2 })).toEqual([
      { keyword: "fast notes", count: 2, density: 33.33 },
      { keyword: "write fast", count: 1, density: 16.67 },
      { keyword: "share fast", count: 1, density: 16.67 },
    ]);
    expect(keywordsOf(text, { size: 3 })).toEqual(["write fast notes", "share fast notes"]);
  });

  it("do not cross fields", () => {
    expect(keywordsOf(["Sample Notes", "Write it"], { size: 2 })).toEqual(["sample notes", "write it"]);
  });

  it.each([
    ["en", "Fast notes. Daily lists", ["fast notes", "daily lists"]],
    ["en", "Sync notes. iCloud keeps. simple. fast. secure.", ["sync notes", "icloud keeps"]],
    ["ja", "写真を保存。天気を確認。", ["写真 保存", "天気 確認"]],
    ["hi", "मौसम जानकारी। नक्शा खोज", ["मौसम जानकारी", "नक्शा खोज"]],
    ["en", "Fast notes\nDaily lists", ["fast notes", "daily lists"]],
    ["en", "Fast notes • Daily lists | Free", ["fast notes", "daily lists"]],
    ["en", "Fast https://example.com notes", []],
  ])("do not cross sentences, lines, bullets or addresses in %s: %s", (language, sentences, expected) => {
    expect(keywordsOf(sentences, { language, size: 2, stopWords: ["を"] })).toEqual(expected);
  });

  it("leave out stop words before they are put together", () => {
    expect(keywordsOf("Photos of the cat", { size: 2, stopWords: ["of", "the"] })).toEqual(["photos cat"]);
  });
});

describe("the density", () => {
  it("is the percentage of the words that are no stop words, whatever the size is", () => {
    const text = "Notes and notes and lists";

    expect(count(text, { stopWords: ["and"] })).toEqual([
      { keyword: "notes", count: 2, density: 66.67 },
      { keyword: "lists", count: 1, density: 33.33 },
    ]);
    expect(count(text, { stopWords: ["and"], size: 2 })).toEqual([
      { keyword: "notes notes", count: 1, density: 33.33 },
      { keyword: "notes lists", count: 1, density: 33.33 },
    ]);
  });

  it("is of nothing in a text without words", () => {
    expect(count(["", "🖋 – …"])).toEqual([]);
  });
});
