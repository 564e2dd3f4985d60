import type { Findings } from "./findings.ts";
import type { ShownDays } from "./shown-days.ts";

/** The input of every comparison of a day. */
export type Comparing = {
  readonly findings: Findings;
  readonly shown: ShownDays;
  readonly today: number;
  /** Returns the day of the scenario at a given time. */
  readonly dayOf: (time: string) => number;
  /** Returns the date of a day, YYYY-MM-DD. */
  readonly dateOf: (day: number) => string;
  /** The days up to today on which the service ran. */
  readonly runDays: readonly number[];
};

/** Returns a value with the two decimals that the service stores. */
export function cents(value: number | null | undefined): number | null {
  return value == null ? null : Math.round(value * 100) / 100;
}
