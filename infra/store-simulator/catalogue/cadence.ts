import type { Draws } from "./random.ts";

/** The event happens at all with `probability`, and then once in every period of this many days. */
type Rhythm = {
  readonly probability: number;
  readonly periodMin: number;
  readonly periodMax: number;
};

/** With these rhythms, about a third of all apps differ in some field from one day to the next. */
export const rhythms = {
  version: { probability: 0.75, periodMin: 10, periodMax: 60 },
  title: { probability: 0.15, periodMin: 30, periodMax: 90 },
  subtitle: { probability: 0.3, periodMin: 20, periodMax: 90 },
  promotion: { probability: 0.5, periodMin: 5, periodMax: 25 },
  description: { probability: 0.5, periodMin: 15, periodMax: 60 },
  screenshots: { probability: 0.4, periodMin: 20, periodMax: 90 },
  icon: { probability: 0.2, periodMin: 30, periodMax: 120 },
  video: { probability: 0.2, periodMin: 30, periodMax: 120 },
  rating: { probability: 0.9, periodMin: 2, periodMax: 6 },
  price: { probability: 0.8, periodMin: 8, periodMax: 50 },
  attributes: { probability: 0.15, periodMin: 30, periodMax: 120 },
  similar: { probability: 0.5, periodMin: 20, periodMax: 60 },
  availability: { probability: 0.25, periodMin: 8, periodMax: 40 },
} as const satisfies Record<string, Rhythm>;

/** A translation that is edited separately from the others changes four times as slowly. */
export function slower(rhythm: Rhythm): Rhythm {
  return { ...rhythm, periodMin: rhythm.periodMin * 4, periodMax: rhythm.periodMax * 4 };
}

export type Revision = {
  /** The number of events up to the day. The first ones lie before day 0. */
  readonly number: number;
  readonly day: number;
};

const LONGEST_SILENCE_DAYS = 600;

/** Takes constant time: each period holds one event on a drawn day. A series without events had one before day 0. */
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
