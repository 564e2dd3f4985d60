import { describe, expect, it } from "vitest";

import { newestReadDay, rankWords, rereadMs } from "../../../../../../web/screens/app/keywords/tracked/rank-words.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

describe("a rank in words", () => {
  it.each([
    ["#12", { state: "ranked", rank: 12, window: 250 }],
    ["Not in the first 250", { state: "not_in_window", rank: null, window: 250 }],
    ["No results", { state: "not_in_window", rank: null, window: 0 }],
    ["Not read", { state: "not_read", rank: null, window: null }],
    ["Not tracked", { state: "not_tracked", rank: null, window: null }],
  ] as const)("is %s", (words, rank) => {
    expect(rankWords(rank)).toBe(words);
  });
});

describe("a list of tracked keywords", () => {
  it.each([
    [15_000, "not_read", "2026-11-20T11:55:00Z"],
    [false, "not_read", "2026-11-20T11:45:00Z"],
    [false, "ranked", "2026-11-20T11:55:00Z"],
  ] as const)("is read again in %s while a keyword is %s that was tracked at %s", (ms, state, at) => {
    expect(rereadMs([{ state, tracked_at: at }], NOW)).toBe(ms);
  });

  it("has the last day on which one of them was read", () => {
    const rows = [
      { date: "2026-11-19", window: 250 },
      { date: "2026-11-20", window: null },
      { date: "2026-11-18", window: 0 },
    ];
    expect(newestReadDay(rows)).toBe("2026-11-19");
    expect(newestReadDay([])).toBeUndefined();
  });
});
