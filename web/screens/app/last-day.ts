import { todayUtc, utcDay } from "../../format/days.ts";

/** If this machine's clock is behind, the last sync can be later than today. */
export function lastDay(
  { last_synced_at: syncedAt }: { readonly last_synced_at: string | null },
  nowMs: number,
): string {
  const today = todayUtc(nowMs);
  return syncedAt !== null && utcDay(syncedAt) > today ? utcDay(syncedAt) : today;
}
