import { useQueries } from "@tanstack/react-query";

import { call } from "../../client/call.ts";
import { joinPages } from "../../client/join-pages.ts";
import type { Data, Input } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";

/** The API's maximum of `per_page`. */
const APPS_A_PAGE = 100;
/** Only the apps of this many pages are offered. */
const PAGES_MAX = 10;

export type TrackedApp = Data<"listApps">[number];

export function useTrackedApps(): readonly TrackedApp[] {
  const first = useRead("listApps", pageOf(1));
  const pages = Math.min(first.data?.meta.last_page ?? 1, PAGES_MAX);
  const others = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) => {
      const input = pageOf(index + 2);
      return {
        queryKey: ["listApps", input],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("listApps", input, { signal }),
      };
    }),
  });
  return joinPages<TrackedApp>(
    [first, ...others].flatMap(({ data }) => data ?? []),
    ({ id }) => id,
  ).items;
}

function pageOf(page: number): Input<"listApps"> {
  return { query: { page, per_page: APPS_A_PAGE } };
}
