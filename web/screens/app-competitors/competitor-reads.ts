import type { ReadName } from "../../client/operation-types.ts";

/** Reads that a new or a removed competitor changes. */
export const competitorReads = [
  "listCompetitors",
  "listAppCompetitors",
  "listCompetitorChanges",
  "showApp",
  "showDashboard",
] as const satisfies readonly ReadName[];
