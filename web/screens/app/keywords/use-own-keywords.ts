import { useRead } from "../../../client/use-read.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { type KeywordsState, keywordQuery } from "./keywords-state.ts";

const PAGE_SIZE = 100;

/** Returns keywords of at most three pages, so that a screen sends few requests. */
export function useOwnKeywords(state: KeywordsState) {
  const { params } = useAppFrame();
  const query = { ...keywordQuery(state), sort: "density", order: "desc", per_page: PAGE_SIZE } as const;
  const first = useRead("listKeywords", { params, query: { ...query, page: 1 } }, { keepPrevious: true });
  const pages = first.data?.meta.last_page ?? 1;
  const second = useRead("listKeywords", { params, query: { ...query, page: 2 } }, { enabled: pages > 1 });
  const third = useRead("listKeywords", { params, query: { ...query, page: 3 } }, { enabled: pages > 2 });
  const reads = [first, second, third].slice(0, pages);
  return {
    reads,
    isLoaded: reads.every(({ data }) => data !== undefined),
    keywords: reads.flatMap(({ data }) => data?.data ?? []),
    total: first.data?.meta.total ?? 0,
  };
}
