import { splitWords } from "./split-words.ts";

export type KeywordCount = { readonly keyword: string; readonly count: number; readonly density: number };

type CountInput = {
  /** The texts of a listing, in the order in which a reader sees them. */
  readonly fields: readonly string[];
  readonly language: string;
  readonly stopWords: ReadonlySet<string>;
  /** Words of a keyword. */
  readonly size: number;
};

/** A number is a keyword beside a word alone. */
const numbers = /^[\p{N}\p{P} ]+$/u;

/**
 * Returns the keywords of a listing, the most frequent first and otherwise in the order of the text. Stop words are left
 * out before the others are put together. No keyword crosses a sentence or a field. The density is the percentage of
 * the words that remain, whatever the size is.
 */
export function countKeywords({ fields, language, stopWords, size }: CountInput): readonly KeywordCount[] {
  const sentences = fields
    .flatMap((field) => splitWords(field, language))
    .map((words) => words.filter((word) => !stopWords.has(word)));
  const total = sentences.reduce((sum, words) => sum + words.length, 0);

  const counts = new Map<string, number>();
  for (const keyword of sentences.flatMap((words) => groupsOf(words, size)).filter((group) => !numbers.test(group))) {
    counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
  }
  return [...counts]
    .map(([keyword, count]) => ({ keyword, count, density: Math.round((count / total) * 10_000) / 100 }))
    .toSorted((a, b) => b.count - a.count);
}

/** Returns the words that follow each other, as many together as the size says. */
function groupsOf(words: readonly string[], size: number): readonly string[] {
  return words.slice(size - 1).map((_, start) => words.slice(start, start + size).join(" "));
}
