import { describe, expect, it } from "vitest";

import { compareWords, shortenSame } from "../../../../web/features/texts/word-runs.ts";

const changesOf = (before: string, after: string) =>
  compareWords(before, after)
    .filter((run) => run.before !== run.after)
    .map((run) => [run.before, run.after]);

describe("two texts compared by their words", () => {
  it("show a sentence that became another as one change", () => {
    expect(
      changesOf("Get more done in less time.\nWorks offline", "The photo editor that stays fast.\nWorks offline"),
    ).toEqual([["Get more done in less time", "The photo editor that stays fast"]]);
  });

  it("show words apart where others stay between them", () => {
    expect(changesOf("Sync across 72 devices and 3 users", "Sync across 71 devices and 4 users")).toEqual([
      ["72", "71"],
      ["3", "4"],
    ]);
  });

  it("join no lines, and no words that were only added", () => {
    expect(changesOf("one\ntwo", "three\nfour")).toEqual([
      ["one", "three"],
      ["two", "four"],
    ]);
    expect(changesOf("fast app", "fast and small app").flat().join("")).toBe("and small ");
  });

  it.each([
    ["", "new"],
    ["old", ""],
    ["a b c", "c b a"],
    ["日本語の説明", "日本語の新しい説明"],
    ["one two three four", "1 two 3 four five"],
  ])("are whole in their runs: %j and %j", (before, after) => {
    const runs = compareWords(before, after);
    expect([runs.map((run) => run.before).join(""), runs.map((run) => run.after).join("")]).toEqual([before, after]);
  });

  it("show a change in a long text with the words around it", () => {
    const same = "word ".repeat(60);
    const runs = shortenSame(compareWords(`${same}Works offline. ${same}`, `${same}Works online. ${same}`));

    const around = "word ".repeat(6);
    expect(runs).toEqual([
      { before: ` … ${around}Works `, after: ` … ${around}Works ` },
      { before: "offline", after: "online" },
      { before: `. ${around}word … `, after: `. ${around}word … ` },
    ]);
    expect(shortenSame(compareWords("Works offline", "Works online"))).toEqual(
      compareWords("Works offline", "Works online"),
    );
  });
});
