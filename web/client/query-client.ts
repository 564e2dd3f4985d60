import { QueryClient } from "@tanstack/react-query";

import { delayOfRetry, isRetried } from "./retry.ts";

const STALE_MS = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, retry: isRetried, retryDelay: delayOfRetry, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
