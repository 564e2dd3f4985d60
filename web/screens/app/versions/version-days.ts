import { daysApart, utcDay } from "../../../format/days.ts";

type Dated = { readonly release_date: string | null; readonly created_at: string };

/** Returns the day of a version: when it was released, or else when it was first seen. */
export function dayOf({ release_date: released, created_at: seen }: Dated): string {
  return released ?? utcDay(seen);
}

/** Returns the days from the version before to this one; undefined without an earlier one. */
export function daysSince(earlier: Dated | undefined, version: Dated): number | undefined {
  return earlier && daysApart(dayOf(earlier), dayOf(version));
}
