import type { Draws } from "./random.ts";

/** How often something happens: at all with `probability`, and then once in every period of so many days. */
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
 * it. A series without events had its last one before day 0.
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
