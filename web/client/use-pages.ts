import { useQueries } from "@tanstack/react-query";

import { call } from "./call.ts";
import { joinReads } from "./join-reads.ts";
import type { Body, Input, ReadName } from "./operation-types.ts";

type Wanted<O extends ReadName> = {
  /** The hook reads this many pages, from the first one on. */
  readonly count: number;
  readonly inputOf: (page: number) => Input<O>;
};

/** Reads the first pages of a list, to be shown as one by `joinPages`. */
export function usePages<O extends ReadName>(operation: O, { count, inputOf }: Wanted<O>) {
  const results = useQueries({
    queries: Array.from({ length: count }, (_, index) => {
      const input = inputOf(index + 1);
      return {
        queryKey: [operation, input],
        queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Body<O>> => call(operation, input, { signal }),
      };
    }),
  });
  // The compiler does not resolve the body of an operation that it does not know.
  const read = results.flatMap(({ data }) => (data === undefined ? [] : [data as Body<O>]));
  const reads = joinReads(results);
  return {
    query: { ...reads, data: read.length === 0 ? undefined : read, isPlaceholderData: false },
    isReadingMore: read.length > 0 && read.length < count && reads.error === null,
  };
}
