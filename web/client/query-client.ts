import { QueryClient } from "@tanstack/react-query";

import type { ReadName } from "./operation-types.ts";
import { delayOfRetry, isRetried } from "./retry.ts";

const STALE_MS = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: isRetried,
      retryDelay: delayOfRetry,
      // A request that waits for a connection says nothing: it is sent, fails and says so.
      networkMode: "always",
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

// A store bears only so many requests: what it returned is read again on demand alone.
for (const operation of ["searchApps", "searchPublishers", "listPublisherStoreApps"] satisfies ReadName[]) {
  queryClient.setQueryDefaults([operation], { staleTime: Number.POSITIVE_INFINITY });
}
