import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  cleanCurrency,
  cleanDate,
  cleanId,
  cleanPrice,
  cleanText,
  cleanUrl,
  roundToCents,
} from "../../lib/stores/clean-text.ts";

const seed = Date.now() % 1_000_000;
console.info(`clean-text seed ${seed}`);

describe("cleaning a text", () => {
  it("removes NUL and lone surrogates and keeps everything else", () => {
    expect(cleanText("a\0b\uD800c\uDC00d 🎈 <b>'\"</b>\u202E", 500)).toBe("ab\uFFFDc\uFFFDd 🎈 <b>'\"</b>\u202E");
  });

  it("cuts without splitting a character", () => {
    expect(cleanText("ab🎈", 3)).toBe("ab");
    expect(cleanText("ab🎈", 4)).toBe("ab🎈");
  });

  it("returns a well-formed, short text without NUL for any text, and the same for its own result", async () => {
    const anyText = fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replaceAll("b", "\uD83C"));
    await fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, lengthMax) => {
        const cleaned = cleanText(text, lengthMax);
        return (
          cleaned.isWellFormed() &&
          cleaned.length <= lengthMax &&
          !cleaned.includes("\0") &&
          cleanText(cleaned, lengthMax) === cleaned
        );
      }),
      { seed },
    );
  });
});

describe("cleaning a URL", () => {
  it.each(["https://images.example/a.png?x=1#y", "http://images.example/%20"])("keeps %s", (url) => {
    expect(cleanUrl(url)).toBe(url);
  });

  it.each([
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ftp://images.example/a.png",
    "//images.example/a.png",
    "not an address",
    "",
    `https://images.example/${"a".repeat(2_048)}`,
    `https://images.example/${"é".repeat(1_000)}`,
  ])("drops %s", (url) => {
    expect(cleanUrl(url)).toBeNull();
  });
});

describe("cleaning other values", () => {
  it("keeps an id whole or not at all", () => {
    expect(cleanId("AC%2FDC+Inc.")).toBe("AC%2FDC+Inc.");
    for (const id of [null, "", "a".repeat(256), "a\0b", "a\uD800"]) expect(cleanId(id)).toBeNull();
  });

  it("rounds prices to cents and drops impossible ones", () => {
    expect(cleanPrice(4.994)).toBe(4.99);
    expect(cleanPrice(0)).toBe(0);
    expect(cleanPrice(1e300)).toBeNull();
    expect(roundToCents(4.5678)).toBe(4.57);
  });

  it("keeps only dates between 2000 and 2100 and only ISO currencies", () => {
    expect(cleanDate("2026-05-06T07:08:09Z")).toBe("2026-05-06T07:08:09Z");
    for (const date of [null, "0000-01-01", "1969-12-31", "9999-12-31"]) expect(cleanDate(date)).toBeNull();
    expect(cleanCurrency("EUR")).toBe("EUR");
    for (const currency of [null, "", "eur", "EURO", "E\0R"]) expect(cleanCurrency(currency)).toBeNull();
  });
});
