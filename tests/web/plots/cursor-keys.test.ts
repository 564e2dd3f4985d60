import { describe, expect, it } from "vitest";

import { movedPlace, placeWithin } from "../../../web/plots/cursor-keys.ts";

describe("the cursor of a plot", () => {
  const press = (key: string, place: number | null, shiftKey = false) =>
    movedPlace({ key, shiftKey }, place, { count: 100, start: 99 });

  it("moves by a day, by a tenth, to both ends and away, and stays within the days", () => {
    expect(press("ArrowLeft", 50)).toBe(49);
    expect(press("ArrowRight", 99)).toBe(99);
    expect(press("ArrowRight", 50, true)).toBe(60);
    expect(press("PageDown", 5)).toBe(0);
    expect(press("Home", 50)).toBe(0);
    expect(press("End", 50)).toBe(99);
    expect(press("Escape", 50)).toBeNull();
  });

  it("is hidden where a shorter period does not have its day", () => {
    expect([placeWithin(84, 90), placeWithin(84, 30), placeWithin(null, 30)]).toEqual([84, null, null]);
  });

  it("comes to the newest value at first, and leaves other keys to the page", () => {
    expect(press("ArrowLeft", null)).toBe(99);
    expect(press("Tab", 50)).toBeUndefined();
    expect(press("Escape", null)).toBeUndefined();
    expect(movedPlace({ key: "Home", shiftKey: false }, null, { count: 0, start: 0 })).toBeUndefined();
  });
});
