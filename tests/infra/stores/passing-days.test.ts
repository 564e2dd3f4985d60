import { describe, expect, it } from "vitest";

import { createStoreClock } from "../../../infra/store-simulator/store-clock.ts";

const EVENING = Date.parse("2026-03-01T23:59:00Z");
const NIGHT = Date.parse("2026-03-02T00:00:00Z");
const DAY_MS = 86_400_000;

/** Returns a clock of the stores and the setter of the real time that it follows. */
function clockAt(start: number, { daysPass }: { readonly daysPass: boolean }) {
  let time = start;
  const clock = createStoreClock({ day: 3, now: () => time, daysPass });
  return { clock, passTo: (next: number) => (time = next) };
}

describe("the stores' day", () => {
  it("moves on at midnight UTC where days pass", () => {
    const { clock, passTo } = clockAt(EVENING, { daysPass: true });
    expect(clock.day()).toBe(3);
    passTo(NIGHT);
    expect(clock.day()).toBe(4);
    passTo(NIGHT + DAY_MS);
    expect(clock.day()).toBe(5);
  });

  it("moves on from the day that was set", () => {
    const { clock, passTo } = clockAt(EVENING, { daysPass: true });
    passTo(NIGHT);
    clock.set(10);
    expect(clock.day()).toBe(10);
    passTo(NIGHT + DAY_MS);
    expect(clock.day()).toBe(11);
  });

  it("stays until it is set where days do not pass", () => {
    const { clock, passTo } = clockAt(EVENING, { daysPass: false });
    passTo(NIGHT + DAY_MS);
    expect(clock.day()).toBe(3);
  });
});
