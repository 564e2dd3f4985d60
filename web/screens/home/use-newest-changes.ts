import { keepPreviousData, type UseQueryResult, useQueries } from "@tanstack/react-query";

import { call } from "../../client/call.ts";
import { joinReads } from "../../client/join-reads.ts";
import type { Body } from "../../client/operation-types.ts";
import type { Change } from "../changes/change-groups.ts";
import type { Field } from "../changes/change-words.ts";
import { withoutCutGroups } from "../changes/whole-groups.ts";

type Page = Body<"listAppChanges">;
type Wanted = { readonly operation: "listAppChanges" | "listCompetitorChanges"; readonly field: Field | undefined };

const CHANGES_A_PAGE = 100;
/** A release changes one text in dozens of languages, so that one page holds two or three entries of the feed. */
const PAGES = [1, 2, 3];

/** Returns the newest changes of several pages as one result, as soon as the first page is there. */
export function useNewestChanges({ operation, field }: Wanted) {
  return useQueries({
    queries: PAGES.map((page) => {
      const input = { query: { page, per_page: CHANGES_A_PAGE, field: field === undefined ? undefined : [field] } };
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
  const pages = results.flatMap(({ data }) => data ?? []);
  const changes = pages.flatMap((page): readonly Change[] => page.data);
  const last = pages.at(-1)?.meta;
  const hasMore = last !== undefined && last.current_page < last.last_page;
  return {
    ...joinReads(results),
    data: first?.data === undefined ? undefined : hasMore ? withoutCutGroups(changes) : changes,
    isPlaceholderData: first?.isPlaceholderData ?? false,
  };
}
