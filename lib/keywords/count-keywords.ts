import { splitWords } from "./split-words.ts";

export type KeywordCount = { readonly keyword: string; readonly count: number; readonly density: number };

type CountInput = {
  readonly fields: readonly string[];
  readonly language: string;
  readonly stopWords: ReadonlySet<string>;
  readonly size: number;
};

/** A number is a keyword only together with a word. */
const numbers = /^[\p{N}\p{P} ]+$/u;

/**
 * Returns the keywords of a listing, most frequent first, then in text order. Stop words are removed first, and no
 * keyword crosses a sentence or a field. Density is the percentage of the remaining words.
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

function groupsOf(words: readonly string[], size: number): readonly string[] {
  return words.slice(size - 1).map((_, start) => words.slice(start, start + size).join(" "));
}
