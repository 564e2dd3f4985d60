import { daysApart } from "../../../format/days.ts";

type Release = { readonly release_date: string | null };

export type Cadence = {
  readonly releases: number;
  /** The mean between two releases; undefined for less than two with a date. */
  readonly days: number | undefined;
  /** The last release, YYYY-MM-DD. */
  readonly last: string | undefined;
};

/** Older releases say little about how an app is developed now. */
const RELEASES_MAX = 12;

/** Returns how often an app has been released lately, by its versions with a date. */
export function releaseCadence(versions: readonly Release[]): Cadence {
  const dates = versions
    .flatMap(({ release_date: date }) => date ?? [])
    .toSorted()
    .slice(-RELEASES_MAX);
  const [first, last] = [dates.at(0), dates.at(-1)];
  const days =
    first === undefined || last === undefined || dates.length < 2
      ? undefined
      : daysApart(first, last) / (dates.length - 1);
  return { releases: versions.length, days, last };
}

/** Returns "every 12 days", "every day", or that it is not known. */
export function describeCadence({ days }: Cadence): string {
  if (days === undefined) return "Not known yet";
  const whole = Math.round(days);
  return whole <= 1 ? "Every day" : `Every ${whole} days`;
}
