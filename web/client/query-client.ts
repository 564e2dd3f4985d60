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
      // By default a read pauses while the browser is offline. With "always" it fails, and the screen shows why.
      networkMode: "always",
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

// Each of these reads spends some of a store's limited requests, so it is repeated only on demand.
const storeReads = ["searchApps", "searchPublishers", "listPublisherStoreApps", "suggestTerms"] satisfies ReadName[];
for (const operation of storeReads) {
  queryClient.setQueryDefaults([operation], { staleTime: Number.POSITIVE_INFINITY });
}

for (const operation of ["showDashboard", "listEvents"] satisfies ReadName[]) {
  queryClient.setQueryDefaults([operation], { refetchInterval: FEED_MS });
}

/** Returns false for responses that name a wait (429, 503): the view shows a countdown and retries by itself. */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof Problem && error.status === NO_RESPONSE;
}
