import { QueryClient } from "@tanstack/react-query";

import type { ReadName } from "./operation-types.ts";
import { delayOfRetry, isRetried } from "./retry.ts";

const STALE_MS = 60_000;
const FEED_MS = 5 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: isRetried,
      retryDelay: delayOfRetry,
      // A request that waits for a connection says nothing: it is sent, fails and says so.
      networkMode: "always",
      refetchOnReconnect: true,
      // A reader who comes back to a tab in the morning sees the data of the morning.
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

// A store bears only so many requests: what it returned is read again on demand alone.
for (const operation of ["searchApps", "searchPublishers", "listPublisherStoreApps"] satisfies ReadName[]) {
  queryClient.setQueryDefaults([operation], { staleTime: Number.POSITIVE_INFINITY });
}

// A screen that is left open brings itself up to date while it is visible.
for (const operation of ["showDashboard", "listAppChanges", "listCompetitorChanges"] satisfies ReadName[]) {
  queryClient.setQueryDefaults([operation], { refetchInterval: FEED_MS });
}
