import { DAY_MS } from "./catalogue/versions.ts";

const HOUR_MS = 3_600_000;

export type StoreClock = {
  day(): number;
  hour(): number;
  /** Without an hour, whole days pass. */
  set(day: number, hour?: number): void;
  /** Milliseconds, which can only be compared with each other. */
  now(): number;
};

type StoreClockOptions = {
  readonly day: number;
  readonly now: () => number;
  readonly daysPass: boolean;
};

export function createStoreClock({ day: firstDay, now, daysPass }: StoreClockOptions): StoreClock {
  const midnights = () => (daysPass ? Math.floor(now() / DAY_MS) : 0);
  let today = { day: firstDay, hour: 0, midnights: midnights() };
  const day = () => today.day + midnights() - today.midnights;

  return {
    day,
    hour: () => today.hour,
    set(newDay, hour = today.hour) {
      today = { day: newDay, hour, midnights: midnights() };
    },
    now: () => day() * DAY_MS + today.hour * HOUR_MS + now(),
  };
}
