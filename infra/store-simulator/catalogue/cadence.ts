import type { Draws } from "./random.ts";

/** How often something happens: with `probability` at all, then once in every period of so many days. */
export type Rhythm = {
  readonly probability: number;
  readonly periodMin: number;
  readonly periodMax: number;
};

export type Revision = {
  /** Events up to the day; the first ones lie before day 0. */
  readonly number: number;
  /** Day of the last of them, negative before day 0. */
  readonly day: number;
};

const LONGEST_SILENCE_DAYS = 600;

/**
 * The state of an irregular event series on a day, in constant time: each period holds one event on a drawn day of
 * it. What never happens had its last event some time before day 0.
 */
export function revisionOn(draws: Draws, name: string, rhythm: Rhythm, day: number): Revision {
  if (!draws.chance(`${name}:moves`, rhythm.probability)) {
    return { number: 0, day: -draws.int(`${name}:since`, 1, LONGEST_SILENCE_DAYS) };
  }
  const period = draws.int(`${name}:period`, rhythm.periodMin, rhythm.periodMax);
  const cycle = Math.floor(day / period);
  const eventDay = (n: number) => n * period + draws.int(`${name}:day:${n}`, 0, period - 1);

  const last = eventDay(cycle) <= day ? cycle : cycle - 1;
  return { number: last + 1, day: eventDay(last) };
}
