import { describe, expect, it } from "vitest";

import { cutText } from "../../../lib/webhooks/formats/cut-text.ts";

const within = (max: number) => (text: string) => text.length <= max;

describe("a text that is cut", () => {
  it("[HOOK-38] is whole if it fits", () => {
    expect(cutText("abcde", within(5))).toBe("abcde");
  });

  it("[HOOK-38] ends with an ellipsis within its limit, after no space", () => {
    expect(cutText("abcdef", within(5))).toBe("abcd…");
    expect(cutText("abc def", within(5))).toBe("abc…");
  });

  it("[HOOK-38] keeps characters whole that have several code points", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(cutText(`a${family}b`, within(family.length + 1))).toBe("a…");
    expect(cutText(`${"🇩🇪".repeat(3)}`, within(9))).toBe("🇩🇪🇩🇪…");
    expect(cutText("ae\u0301x", within(3))).toBe("a…");
  });

  it("[HOOK-38] has a part of its first character if that alone does not fit, without half a code point", () => {
    expect(cutText(`e${"\u0301".repeat(100)}`, within(5))).toBe(`e${"\u0301".repeat(3)}…`);
    expect(cutText("👩‍👩‍👧‍👦", within(3))).toBe("👩…");
    expect(cutText("👩‍👩‍👧‍👦", within(2))).toBe("…");
  });
});
