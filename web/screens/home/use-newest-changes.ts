import { keepPreviousData, type UseQueryResult, useQueries } from "@tanstack/react-query";

import { call } from "../../client/call.ts";
import { joinPages } from "../../client/join-pages.ts";
import { joinReads } from "../../client/join-reads.ts";
import type { Body } from "../../client/operation-types.ts";
import type { Change } from "../../features/changes/change-groups.ts";
import type { Field } from "../../features/changes/change-labels.ts";
import { withoutCutGroups } from "../../features/changes/whole-groups.ts";

type Page = Body<"listAppChanges">;
type Wanted = {
  readonly operation: "listAppChanges" | "listCompetitorChanges";
  /** For changes of tracked apps: `all` adds changes of competitors. */
  readonly scope: "all" | undefined;
  readonly fields: readonly Field[] | undefined;
};

const CHANGES_A_PAGE = 100;
/** One release can fill much of a page, so a page may hold only two or three entries of the feed. */
const PAGES = [1, 2, 3];

export function useNewestChanges({ operation, scope, fields }: Wanted) {
  return useQueries({
    queries: PAGES.map((page) => {
      const input = { query: { page, per_page: CHANGES_A_PAGE, field: fields, scope } };
      return {
        queryKey: [operation, input],
        queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Page> => call(operation, input, { signal }),
        placeholderData: keepPreviousData<Page>,
      };
    }),
    combine,
  });
}

function combine(results: readonly UseQueryResult<Page>[]) {
  const [first] = results;
  return {
    ...joinReads(results),
    data: first?.data === undefined ? undefined : joinChanges(results.flatMap(({ data }) => data ?? [])),
    isPlaceholderData: first?.isPlaceholderData ?? false,
  };
}

export function joinChanges(pages: readonly Page[]): readonly Change[] {
  const { items, hasMore } = joinPages<Change>(pages, ({ id }) => id);
  return hasMore ? withoutCutGroups(items) : items;
}
