import { describe, expect, it } from "vitest";

import { confirmationRound, isMassMiss } from "../../lib/domain/storefront-sweep.ts";

describe("apps that a storefront leaves out", () => {
  it.each([
    [5, 5, false],
    [6, 6, true],
    [6, 30, false],
    [7, 34, true],
    [30, 150, false],
    [31, 150, true],
  ])("%i of %i that it had before: a failure of the store is %s", (missing, known, isFailure) => {
    expect(isMassMiss(missing, known)).toBe(isFailure);
  });
});

describe("the rounds of confirmations of a day", () => {
  it.each([
    ["00:00", 0],
    ["05:59", 0],
    ["06:00", 1],
    ["23:59", 3],
    ["30:00", 5],
  ])("begin every six hours: %s is in round %i", (time, round) => {
    const [hours = 0, minutes = 0] = time.split(":").map(Number);

    expect(confirmationRound("2026-03-01", new Date(Date.UTC(2026, 2, 1, hours, minutes)))).toBe(round);
  });
});
