import type { KeywordTexts } from "../../db/queries/listings/keyword-texts.ts";
import { type ListingTextField, listingTextFields } from "../domain/listing-field.ts";
import { countKeywords, type KeywordCount } from "./count-keywords.ts";
import { foldText } from "./fold-text.ts";
import { languageOf } from "./language-of.ts";
import { stopWordsOf } from "./stop-words.ts";

type Wanted = {
  readonly locale: string;
  readonly fields: readonly ListingTextField[] | undefined;
  readonly size: number;
  readonly search: string | undefined;
};

export async function keywordsOf(
  texts: KeywordTexts | null,
  { locale, fields: wanted = listingTextFields, size, search }: Wanted,
): Promise<readonly KeywordCount[]> {
  if (texts === null) return [];
  const language = languageOf(locale);
  const fields = listingTextFields.flatMap((field) => (wanted.includes(field) ? (texts[field] ?? []) : []));
  const keywords = countKeywords({ fields, language, stopWords: await stopWordsOf(locale), size });
  if (search === undefined) return keywords;
  const part = foldText(search, language);
  return keywords.filter(({ keyword }) => keyword.includes(part));
}
