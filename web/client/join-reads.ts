import type { UseQueryResult } from "@tanstack/react-query";

import type { Problem } from "./problem.ts";

export function joinReads(reads: readonly UseQueryResult[]) {
  const failed = reads.filter(({ error }) => error !== null);
  return {
    // `call` throws only problems.
    error: (failed[0]?.error ?? null) as Problem | null,
    isFetching: reads.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
