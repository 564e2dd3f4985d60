import { addDays, todayUtc } from "../../../format/days.ts";

/**
 * The first and the last day in UTC, both included. The names are those by which the service's problems name the
 * fields.
 */
export type ReplayFields = { readonly from: string | undefined; readonly to: string | undefined };

export function newReplayFields(nowMs: number): ReplayFields {
  const today = todayUtc(nowMs);
  return { from: addDays(today, -1), to: today };
}

/** Returns the times of a period of days. It ends now if it ends today, and a day that is not chosen is today. */
export function replayedPeriod({ from, to }: ReplayFields, nowMs: number): { from: string; to?: string } {
  const today = todayUtc(nowMs);
  const start = `${from ?? today}T00:00:00Z`;
  return to === undefined || to >= today ? { from: start } : { from: start, to: `${addDays(to, 1)}T00:00:00Z` };
}
