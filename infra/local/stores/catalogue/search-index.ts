import { textLanguages } from "./languages.ts";
import type { AppFacts } from "./records.ts";
import { phrasesByLanguage } from "./texts/index.ts";

/** The store never gives more for one search. */
const HITS_MAX = 250;

type Entry = { readonly facts: AppFacts; readonly words: readonly string[] };

export type SearchIndex = {
  /** Best first: exact brand, then words of name, publisher and theme, then fame. */
  find(term: string): readonly AppFacts[];
};

export function buildSearchIndex(apps: readonly AppFacts[]): SearchIndex {
  const entries: readonly Entry[] = apps.map((facts) => ({ facts, words: searchWords(facts) }));

  return {
    find(term) {
      const wanted = wordsOf(term);
      if (wanted.length === 0) return [];
      return entries
        .map(({ facts, words }) => ({ facts, score: scoreOf(facts, words, wanted) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score || b.facts.fame - a.facts.fame)
        .slice(0, HITS_MAX)
        .map(({ facts }) => facts);
    },
  };
}

export function wordsOf(text: string): readonly string[] {
  return text.toLocaleLowerCase("en").match(/[\p{L}\p{N}]+/gu) ?? [];
}

function searchWords(facts: AppFacts): readonly string[] {
  const themes = textLanguages.map((language) => phrasesByLanguage[language].themes[facts.theme]);
  return [...new Set(wordsOf([facts.brand, facts.publisher.name, ...themes].join(" ")))];
}

/** Every word that is asked for has to begin a word of the app. */
function scoreOf(facts: AppFacts, words: readonly string[], wanted: readonly string[]): number {
  if (!wanted.every((word) => words.some((known) => known.startsWith(word)))) return 0;
  const whole = wanted.filter((word) => words.includes(word)).length;
  return 1 + whole + (wanted[0] === facts.brand.toLowerCase() ? 10 : 0);
}
