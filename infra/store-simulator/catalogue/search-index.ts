import { boundedCache } from "../bounded-cache.ts";
import { phrasesByLanguage, textLanguages } from "./languages.ts";
import type { AppFacts } from "./records.ts";

const TERMS_CACHED_MAX = 1_000;

export type SearchIndex = {
  /** The order is exact brand, then words of name, publisher and theme, then fame. */
  find(term: string): readonly AppFacts[];
};

export function buildSearchIndex(apps: readonly AppFacts[]): SearchIndex {
  const appsByWord = new Map<string, Set<AppFacts>>();
  for (const facts of apps) {
    for (const word of searchWords(facts)) appsByWord.set(word, (appsByWord.get(word) ?? new Set()).add(facts));
  }
  const found = boundedCache<readonly AppFacts[]>({ entriesMax: TERMS_CACHED_MAX });

  return { find: (term) => found.get(term, () => findApps(appsByWord, wordsOf(term))) };
}

export function wordsOf(text: string): readonly string[] {
  return text.toLocaleLowerCase("en").match(/[\p{L}\p{N}]+/gu) ?? [];
}

function searchWords(facts: AppFacts): readonly string[] {
  const themes = textLanguages.map((language) => phrasesByLanguage[language].themes[facts.theme]);
  return [...new Set(wordsOf([facts.brand, facts.publisher.name, ...themes].join(" ")))];
}

function findApps(
  appsByWord: ReadonlyMap<string, ReadonlySet<AppFacts>>,
  wanted: readonly string[],
): readonly AppFacts[] {
  const [first = new Set<AppFacts>(), ...others] = wanted.map((word) => appsBeginning(appsByWord, word));
  const hits = [...first].filter((facts) => others.every((apps) => apps.has(facts)));
  const score = (facts: AppFacts) =>
    wanted.filter((word) => appsByWord.get(word)?.has(facts)).length +
    (wanted[0] === facts.brand.toLowerCase() ? wanted.length + 1 : 0);

  return hits
    .map((facts) => ({ facts, rank: score(facts) + facts.fame }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ facts }) => facts);
}

function appsBeginning(appsByWord: ReadonlyMap<string, ReadonlySet<AppFacts>>, start: string): Set<AppFacts> {
  const apps = new Set<AppFacts>();
  for (const [word, known] of appsByWord) {
    if (!word.startsWith(start)) continue;
    for (const facts of known) apps.add(facts);
  }
  return apps;
}
