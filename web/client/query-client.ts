import { QueryClient } from "@tanstack/react-query";

import type { ReadName } from "./operation-types.ts";
import { NO_RESPONSE, Problem } from "./problem.ts";

const RETRY_MS = 1_000;
const STALE_MS = 60_000;
const FEED_MS = 5 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: isRetried,
      retryDelay: RETRY_MS,
      // A request that waits for a connection says nothing: it is sent, fails and says so.
      networkMode: "always",
      refetchOnReconnect: true,
      // A reader who comes back to a tab in the morning sees the data of the morning.
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

// A store limits requests: what it returned is read again on demand alone.
for (const operation of ["searchApps", "searchPublishers", "listPublisherStoreApps"] satisfies ReadName[]) {
  queryClient.setQueryDefaults([operation], { staleTime: Number.POSITIVE_INFINITY });
}

// A screen that is left open brings itself up to date while it is visible.
for (const operation of ["showDashboard", "listAppChanges", "listCompetitorChanges"] satisfies ReadName[]) {
  queryClient.setQueryDefaults([operation], { refetchInterval: FEED_MS });
}

/**
 * Returns whether a read is sent again at once: after a lost connection, a single time. What names a wait (429, 503) is
 * shown with its countdown, and the view tries again.
 */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof Problem && error.status === NO_RESPONSE;
}
