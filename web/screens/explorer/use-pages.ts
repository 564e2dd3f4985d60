import { useQueries } from "@tanstack/react-query";
import { call } from "../../client/call.ts";
import { joinReads } from "../../client/join-reads.ts";
import type { Body, Input } from "../../client/operation-types.ts";
import type { ReadResult } from "../../components/query-view.tsx";
import { type ExplorerState, explorerQuery, PAGES_MAX } from "./explorer-state.ts";

type PagedName = "exploreIcons" | "exploreScreenshots";

export function usePages<O extends PagedName>(operation: O, state: ExplorerState, pageSize: number) {
  const count = Math.min(state.pages, PAGES_MAX);
  // Both operations accept these parameters, but the compiler cannot choose by O.
  const results = useQueries({
    queries: Array.from({ length: count }, (_, index) => {
      const input: Input<PagedName> = { query: { ...explorerQuery(state), page: index + 1, per_page: pageSize } };
      return {
        queryKey: [operation, input],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call<O>(operation, input as Input<O>, { signal }),
      };
    }),
  });
  const read = results.flatMap(({ data }) => (data === undefined ? [] : [data as Body<O>]));
  const query: ReadResult<readonly Body<O>[]> = {
    ...joinReads(results),
    data: read.length === 0 ? undefined : read,
    isPlaceholderData: false,
  };
  return { query, isReadingMore: read.length > 0 && read.length < count && query.error === null };
}
