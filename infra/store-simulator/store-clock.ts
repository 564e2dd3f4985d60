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

type StoreClockOptions = {
  readonly day: number;
  readonly now: () => number;
  /** The day moves on by itself at midnight UTC. */
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
