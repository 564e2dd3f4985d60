import { addDays } from "../../format/days.ts";

/** Days, YYYY-MM-DD in UTC, both included. */
export type DateRange = { readonly from: string | undefined; readonly to: string | undefined };

type Bounds = { readonly max: string; readonly daysMax: number };

/** Returns both days of a range of which one is chosen, or undefined if none is. */
export function knownRange(
  { from, to }: DateRange,
  { max, daysMax }: Bounds,
): { readonly from: string; readonly to: string } | undefined {
  if (from === undefined && to === undefined) return undefined;
  const end = to ?? max;
  return { from: from ?? addDays(end, 1 - daysMax), to: end };
}
