import { todayUtc, utcDay } from "../../format/days.ts";

/** Returns today, or the day of the last sync if this machine's clock is behind. */
export function lastDay(
  { last_synced_at: syncedAt }: { readonly last_synced_at: string | null },
  nowMs: number,
): string {
  const today = todayUtc(nowMs);
  return syncedAt !== null && utcDay(syncedAt) > today ? utcDay(syncedAt) : today;
}
