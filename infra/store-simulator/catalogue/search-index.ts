import { boundedCache } from "../bounded-cache.ts";
import { phrasesByLanguage, textLanguages } from "./languages.ts";
import type { AppFacts } from "./records.ts";

const TERMS_CACHED_MAX = 1_000;

export type SearchIndex = {
  /** Apps with words of name, publisher or theme that begin with each word of the term; undefined if no app has one. */
  find(term: string): readonly AppFacts[] | undefined;
};

export function buildSearchIndex(apps: readonly AppFacts[]): SearchIndex {
  const appsByWord = new Map<string, Set<AppFacts>>();
  for (const facts of apps) {
    for (const word of searchWords(facts)) appsByWord.set(word, (appsByWord.get(word) ?? new Set()).add(facts));
  }
  const found = boundedCache<{ readonly apps: readonly AppFacts[] | undefined }>({ entriesMax: TERMS_CACHED_MAX });

  return { find: (term) => found.get(term, () => ({ apps: findApps(appsByWord, wordsOf(term)) })).apps };
}

export function wordsOf(text: string): readonly string[] {
  return text.toLocaleLowerCase("en").match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function searchWords(facts: AppFacts): readonly string[] {
  const themes = textLanguages.map((language) => phrasesByLanguage[language].themes[facts.theme]);
  return [...new Set(wordsOf([facts.brand, facts.publisher.name, ...themes].join(" ")))];
}

function findApps(
  appsByWord: ReadonlyMap<string, ReadonlySet<AppFacts>>,
  wanted: readonly string[],
): readonly AppFacts[] | undefined {
  const found = wanted.map((word) => appsBeginning(appsByWord, word));
  if (found.some((apps) => apps.size === 0)) return undefined;
  const [first = new Set<AppFacts>(), ...others] = found;
  return [...first].filter((facts) => others.every((apps) => apps.has(facts)));
}

function appsBeginning(appsByWord: ReadonlyMap<string, ReadonlySet<AppFacts>>, start: string): Set<AppFacts> {
  const apps = new Set<AppFacts>();
  for (const [word, known] of appsByWord) {
    if (!word.startsWith(start)) continue;
    for (const facts of known) apps.add(facts);
  }
  return apps;
}
