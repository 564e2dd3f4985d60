import { todayUtc, utcDay } from "../../format/days.ts";

/** Returns the last day of which an app can be shown: today, or that of its last sync where this clock is behind. */
export function lastDay(
  { last_synced_at: syncedAt }: { readonly last_synced_at: string | null },
  nowMs: number,
): string {
  const today = todayUtc(nowMs);
  return syncedAt !== null && utcDay(syncedAt) > today ? utcDay(syncedAt) : today;
}
