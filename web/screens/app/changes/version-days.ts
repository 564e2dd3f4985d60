import { daysApart, utcDay } from "../../../format/days.ts";

type Dated = { readonly release_date: string | null; readonly created_at: string };

export function dayOf({ release_date: released, created_at: seen }: Dated): string {
  return released ?? utcDay(seen);
}

export function daysSince(earlier: Dated | undefined, version: Dated): number | undefined {
  return earlier && daysApart(dayOf(earlier), dayOf(version));
}
