import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";

import { call } from "./call.ts";
import type { Body, Input, ReadName } from "./operation-types.ts";
import type { Problem } from "./problem.ts";

export type ReadOptions<O extends ReadName> = {
  readonly enabled?: boolean;
  /** Milliseconds until the next read, or none. It rests while the tab is hidden. */
  readonly refetchInterval?: (body: Body<O> | undefined) => number | false;
  /** Shows what was there, marked as stale, while another page or filter is read. */
  readonly keepPrevious?: boolean;
  readonly staleTime?: number;
};

/** Reads an operation through the cache. */
export function useRead<O extends ReadName>(
  operation: O,
  input: Input<O>,
  { enabled = true, refetchInterval, keepPrevious = false, staleTime }: ReadOptions<O> = {},
): UseQueryResult<Body<O>, Problem> {
  return useQuery<Body<O>, Problem>({
    queryKey: [operation, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
    enabled,
    ...(refetchInterval === undefined ? {} : { refetchInterval: notBeforeAllowed(refetchInterval) }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
  });
}

type State<B> = { readonly state: { readonly data: B | undefined; readonly error: Problem | null } };

/** Returns an interval that a problem with a wait prolongs. */
function notBeforeAllowed<B>(intervalOf: (body: B | undefined) => number | false) {
  return ({ state: { data, error } }: State<B>): number | false => {
    const interval = intervalOf(data);
    if (interval === false || error?.retryAfterSeconds === undefined) return interval;
    return Math.max(interval, error.retryAfterSeconds * 1_000);
  };
}
