import type { AppOnDay } from "./records.ts";
import { wordsOf } from "./search-index.ts";

export type SuggestionPlace = { readonly country: string; readonly language: string | null };

/** Returns titles and parts of titles that begin with the term, in the order of the apps. */
export function suggestionsFrom(hits: readonly AppOnDay[], term: string, place: SuggestionPlace): readonly string[] {
  const beginning = phraseOf(term);
  const phrases = hits.flatMap((hit) => {
    const title = wordsOf(hit.listing(place.language, place.country)?.title ?? "");
    const brand = phraseOf(hit.facts.brand);
    const theme = title.filter((word) => word !== brand).join(" ");
    return [theme, title.join(" "), `${theme} ${brand}`, brand].map((phrase) => phrase.trim());
  });
  return [...new Set(phrases)].filter((phrase) => phrase !== "" && phrase.startsWith(beginning));
}

function phraseOf(text: string): string {
  return wordsOf(text).join(" ");
}
