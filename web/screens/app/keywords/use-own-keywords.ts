import type { Input } from "../../../client/operation-types.ts";
import { useRead } from "../../../client/use-read.ts";
import { useAppFrame } from "../use-app-frame.ts";

/** The API's maximum of `per_page`. */
const PAGE_SIZE = 100;

type Words = Pick<NonNullable<Input<"listKeywords">["query"]>, "locale" | "fields" | "ngram" | "search">;

/** Returns the densest keywords of the app, of at most three pages, so that a screen sends few requests. */
export function useOwnKeywords(words: Words, enabled = true) {
  const { params } = useAppFrame();
  const inputOf = (page: number): Input<"listKeywords"> => ({
    params,
    query: { ...words, sort: "density", order: "desc", per_page: PAGE_SIZE, page },
  });
  const first = useRead("listKeywords", inputOf(1), { keepPrevious: true, enabled });
  const pages = first.data?.meta.last_page ?? 1;
  const second = useRead("listKeywords", inputOf(2), { enabled: enabled && pages > 1 });
  const third = useRead("listKeywords", inputOf(3), { enabled: enabled && pages > 2 });
  const reads = [first, second, third].slice(0, pages);
  return {
    reads,
    isLoaded: reads.every(({ data }) => data !== undefined),
    /** The words are still those of the previous choice. */
    isOutdated: first.isPlaceholderData,
    keywords: reads.flatMap(({ data }) => data?.data ?? []),
    total: first.data?.meta.total ?? 0,
  };
}
