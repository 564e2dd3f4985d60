import { daysApart } from "../../format/days.ts";

type Release = { readonly release_date: string | null };

export type Cadence = {
  readonly releases: number;
  /** The mean between two releases; undefined with fewer than two dated releases. */
  readonly days: number | undefined;
  readonly last: string | undefined;
};

/** Older releases say little about how an app is developed now. */
const RELEASES_MAX = 12;

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

export function describeCadence({ days }: Cadence): string {
  if (days === undefined) return "Not known yet";
  const whole = Math.round(days);
  return whole <= 1 ? "Every day" : `Every ${whole} days`;
}
