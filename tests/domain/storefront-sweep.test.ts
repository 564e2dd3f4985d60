import { describe, expect, it } from "vitest";

import { isMassMiss } from "../../lib/domain/storefront-sweep.ts";

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
