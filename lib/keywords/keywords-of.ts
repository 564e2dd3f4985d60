import type { KeywordTexts } from "../../db/queries/listings/keyword-texts.ts";
import { type KeywordField, keywordFields } from "../domain/keyword.ts";
import { countKeywords, type KeywordCount } from "./count-keywords.ts";
import { foldText } from "./fold-text.ts";
import { languageOf } from "./language-of.ts";
import { stopWordsOf } from "./stop-words.ts";

type Wanted = {
  readonly locale: string;
  /** Default: all. */
  readonly fields: readonly KeywordField[] | undefined;
  readonly size: number;
  readonly search: string | undefined;
};

const textOf: Readonly<Record<KeywordField, (texts: KeywordTexts) => string | null>> = {
  title: ({ title }) => title,
  subtitle: ({ subtitle }) => subtitle,
  promotional_text: ({ promotionalText }) => promotionalText,
  description: ({ description }) => description,
  whats_new: ({ whatsNew }) => whatsNew,
};

/** Returns the keywords of a listing that contain the search, the most frequent first; none without a listing. */
export async function keywordsOf(
  texts: KeywordTexts | null,
  { locale, fields: wanted = keywordFields, size, search }: Wanted,
): Promise<readonly KeywordCount[]> {
  if (texts === null) return [];
  const language = languageOf(locale);
  const fields = keywordFields.flatMap((field) => (wanted.includes(field) ? (textOf[field](texts) ?? []) : []));
  const keywords = countKeywords({ fields, language, stopWords: await stopWordsOf(locale), size });
  if (search === undefined) return keywords;
  const part = foldText(search, language);
  return keywords.filter(({ keyword }) => keyword.includes(part));
}
