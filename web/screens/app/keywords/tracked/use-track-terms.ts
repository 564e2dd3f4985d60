import type { ReadName } from "../../../../client/operation-types.ts";
import { useWrite } from "../../../../client/use-write.ts";

/** Reads that list what the user tracks for an app. */
export const readsOfKeywords = [
  "listTrackedKeywords",
  "listKeywordGaps",
  "compareKeywordRanks",
] as const satisfies readonly ReadName[];

export function useTrackTerms() {
  return useWrite("trackKeywords", { refreshes: readsOfKeywords });
}
