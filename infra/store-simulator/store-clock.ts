import { DAY_MS } from "./catalogue/versions.ts";

const HOUR_MS = 3_600_000;

/** The stores' own time: the day and hour that were set, and the time that passes meanwhile. */
export type StoreClock = {
  day(): number;
  hour(): number;
  /** Without an hour, whole days pass. */
  set(day: number, hour?: number): void;
  /** Milliseconds, to compare with each other alone. */
  now(): number;
};

export function createStoreClock(input: { readonly day: number; readonly now: () => number }): StoreClock {
  let today = { day: input.day, hour: 0 };

  return {
    day: () => today.day,
    hour: () => today.hour,
    set(day, hour = today.hour) {
      today = { day, hour };
    },
    now: () => today.day * DAY_MS + today.hour * HOUR_MS + input.now(),
  };
}
