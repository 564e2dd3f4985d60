import type { AppOnDay } from "./records.ts";
import { searchWords, wordsOf } from "./search-index.ts";

/** Returns the apps that have each word of a term, best match of the storefront and day first. */
export function inSearchOrder(
  apps: readonly AppOnDay[],
  { term, country, day }: { readonly term: string; readonly country: string; readonly day: number },
): readonly AppOnDay[] {
  const wanted = wordsOf(term);
  const moodOf = moodOn({ place: `${country}:${wanted.join(" ")}`, day });
  return apps
    .flatMap((app) => {
      const match = matchOf(app, wanted, country);
      return match === undefined ? [] : [{ app, score: match + fameOf(app, country) + moodOf(app) }];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ app }) => app);
}

/** A brand as the first word comes before all else, then words of the title, of the subtitle, and all others. */
const BRAND = 100;
const WEIGHTS = [2, 1, 0.5] as const;
const BEGINNING = 0.25;

/** Returns undefined if the app lacks a word. */
function matchOf({ facts, listing }: AppOnDay, wanted: readonly string[], country: string): number | undefined {
  const shown = listing(null, country);
  const subtitle = shown?.subtitle ?? shown?.shortDescription;
  const texts = [wordsOf(shown?.title ?? ""), wordsOf(subtitle ?? ""), searchWords(facts)];
  const matches = wanted.map((word) => wordMatch(word, texts));
  if (matches.includes(0)) return undefined;
  const brand = wanted[0] === facts.brand.toLowerCase() ? BRAND : 0;
  return matches.reduce((sum, match) => sum + match, brand);
}

function wordMatch(word: string, texts: readonly (readonly string[])[]): number {
  const place = texts.findIndex((words) => words.includes(word));
  if (place >= 0) return WEIGHTS[place] ?? 0;
  return texts.some((words) => words.some((known) => known.startsWith(word))) ? BEGINNING : 0;
}

/** From 0 for an app without ratings to about 2. */
function fameOf(app: AppOnDay, country: string): number {
  return Math.log10(1 + (app.metrics(country)?.ratingCount ?? 0)) / 3;
}

/** The clicks of people move over weeks, and a little from day to day. */
function moodOn({ place, day }: { readonly place: string; readonly day: number }): (app: AppOnDay) => number {
  const week = Math.floor(day / 7);
  const share = day / 7 - week;
  return ({ facts: { draws } }) => {
    const before = draws.unit(`search:${place}:${week}`);
    const mood = before + (draws.unit(`search:${place}:${week + 1}`) - before) * share;
    return 0.5 * mood + 0.05 * draws.unit(`search:${place}:today:${day}`);
  };
}
