import type { Data } from "../../../../client/operation-types.ts";
import { formatCount } from "../../../../format/numbers.ts";

export type TrackedKeyword = Data<"listTrackedKeywords">[number];

type RankOfDay = Pick<TrackedKeyword, "state" | "rank"> & { readonly window: number | null };

/** Returns a rank, or why there is none, such as "Not in the first 250". */
export function rankWords({ state, rank, window }: RankOfDay): string {
  if (rank !== null) return `#${formatCount(rank)}`;
  if (state === "not_tracked") return "Not tracked";
  if (state !== "not_in_window" || window === null) return "Not read";
  return window === 0 ? "No results" : `Not in the first ${formatCount(window)}`;
}

const REREAD_MS = 15_000;
/** The first read of a new keyword takes minutes, where the store allows it at all. */
const REREAD_FOR_MS = 10 * 60_000;

type Waiting = Pick<TrackedKeyword, "state" | "tracked_at">;

/** Returns how often a list is read again while keywords that were just added wait for their first read. */
export function rereadMs(rows: readonly Waiting[], nowMs: number): number | false {
  const isWaiting = rows.some(
    ({ state, tracked_at: at }) => state === "not_read" && nowMs - Date.parse(at) < REREAD_FOR_MS,
  );
  return isWaiting ? REREAD_MS : false;
}

/** Returns the last day of the rows that were read. */
export function newestReadDay(rows: readonly Pick<TrackedKeyword, "date" | "window">[]): string | undefined {
  return rows
    .flatMap(({ date, window }) => (window === null ? [] : [date]))
    .toSorted()
    .at(-1);
}
