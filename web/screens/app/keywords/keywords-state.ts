import { list, oneOf, text, wholeNumber } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { fieldsOf, keywordTexts } from "./keyword-texts.ts";

export const COMPARED_MAX = 5;
export const keywordSorts = ["density", "count", "keyword"] as const;

export function useKeywordsState() {
  return useQueryState({
    locale: text("en-US"),
    texts: oneOf(keywordTexts, "described"),
    words: oneOf(["1", "2", "3"], "1"),
    search: text(""),
    version: text(""),
    sort: oneOf(keywordSorts, "density"),
    order: oneOf(["desc", "asc"], "desc"),
    page: wholeNumber(1),
    compare: list(COMPARED_MAX),
    versions: list(COMPARED_MAX),
    only: oneOf(["all", "missing", "shared"], "all"),
  });
}

export type KeywordsState = ReturnType<typeof useKeywordsState>[0];
export type SetKeywordsState = ReturnType<typeof useKeywordsState>[1];

export function keywordQuery({
  locale,
  texts,
  words,
  search,
}: Pick<KeywordsState, "locale" | "texts" | "words" | "search">) {
  return { locale, fields: fieldsOf(texts), ngram: words, search: search === "" ? undefined : search };
}

export function nextOrder(
  { sort, order }: Pick<KeywordsState, "sort" | "order">,
  key: KeywordsState["sort"],
): KeywordsState["order"] {
  if (sort === key) return order === "asc" ? "desc" : "asc";
  return key === "keyword" ? "asc" : "desc";
}
