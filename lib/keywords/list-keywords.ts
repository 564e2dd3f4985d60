import type { Db } from "../../db/client.ts";
import { findKeywordTexts } from "../../db/queries/listings/keyword-texts.ts";
import type { KeywordSort } from "../domain/keyword.ts";
import type { ListingTextField } from "../domain/listing-field.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { StoreApp } from "../domain/platform.ts";
import type { SortOrder } from "../domain/sort-order.ts";
import { invalidInput, notFound } from "../errors.ts";
import type { KeywordCount } from "./count-keywords.ts";
import { keywordsOf } from "./keywords-of.ts";
import { languageOf } from "./language-of.ts";

type ListKeywordsInput = {
  readonly app: StoreApp;
  readonly locale: string;
  readonly fields: readonly ListingTextField[] | undefined;
  readonly size: number;
  readonly versionId: number | undefined;
  readonly search: string | undefined;
  readonly sort: KeywordSort;
  readonly order: SortOrder;
  readonly page: Page;
};

export async function listKeywords(deps: { readonly db: Db }, input: ListKeywordsInput) {
  const { app, locale, fields, size, search, page } = input;
  const found = await findKeywordTexts(deps.db, { ...app, locale, versionId: input.versionId ?? null });
  if (found === undefined) throw notFound();
  if (!found.version_is_known) throw invalidInput({ version_id: ["The selected version id is invalid."] });

  const keywords = sortKeywords(await keywordsOf(found.texts, { locale, fields, size, search }), input);
  const { limit, offset } = rowsOf(page);
  const items = keywords.slice(offset, offset + limit).map((keyword) => ({ locale, ngram_size: size, ...keyword }));
  return pageOf(page, { items, total: keywords.length });
}

/** Keywords of equal count stay in text order. Keywords themselves are sorted by the rules of their language. */
function sortKeywords(
  keywords: readonly KeywordCount[],
  { locale, sort, order }: Pick<ListKeywordsInput, "locale" | "sort" | "order">,
): readonly KeywordCount[] {
  const direction = order === "asc" ? 1 : -1;
  if (sort !== "keyword") return keywords.toSorted((a, b) => direction * (a.count - b.count));
  const { compare } = new Intl.Collator(languageOf(locale));
  return keywords.toSorted((a, b) => direction * compare(a.keyword, b.keyword));
}
