import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";

import { begunReads } from "./begun-reads.ts";
import { call } from "./call.ts";
import type { Body, Input, ReadName } from "./operation-types.ts";
import type { Problem } from "./problem.ts";

export type ReadOptions<O extends ReadName> = {
  readonly enabled?: boolean;
  /** Milliseconds until the next read, or false for none. A hidden tab does not read. */
  readonly refetchInterval?: (body: Body<O> | undefined) => number | false;
  /** Shows the previous response, marked as stale, while another page or filter is read. */
  readonly keepPrevious?: boolean;
  readonly staleTime?: number;
};

export function useRead<O extends ReadName>(
  operation: O,
  input: Input<O>,
  { enabled = true, refetchInterval, keepPrevious = false, staleTime }: ReadOptions<O> = {},
): UseQueryResult<Body<O>, Problem> {
  return useQuery<Body<O>, Problem>({
    queryKey: [operation, input],
    queryFn: ({ signal }) => begunReads.take(operation, input) ?? call(operation, input, { signal }),
    enabled,
    ...(refetchInterval === undefined ? {} : { refetchInterval: notBeforeAllowed(refetchInterval) }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
  });
}

type State<B> = { readonly state: { readonly data: B | undefined; readonly error: Problem | null } };

function notBeforeAllowed<B>(intervalOf: (body: B | undefined) => number | false) {
  return ({ state: { data, error } }: State<B>): number | false => {
    const interval = intervalOf(data);
    if (interval === false || error?.retryAfterSeconds === undefined) return interval;
    return Math.max(interval, error.retryAfterSeconds * 1_000);
  };
}
