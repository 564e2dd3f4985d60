import { type TrackKeywordsDependencies, trackKeywords } from "../../../lib/keywords/track-keywords.ts";
import { firstLanguageOf, nearestTextLanguages, phrasesByLanguage } from "../../store-simulator/catalogue/languages.ts";
import type { AppFacts, AppOnDay } from "../../store-simulator/catalogue/records.ts";
import { wordsOf } from "../../store-simulator/catalogue/search-index.ts";

const COUNTRIES = ["us", "de", "fr"];
const TERMS_MAX = 8;

type Followed = { readonly app: AppOnDay; readonly rivals: readonly AppFacts[]; readonly userId: number };

/** Tracks terms for an app in those of three countries that have it. Without any of them, it has none. */
export async function trackTerms(deps: TrackKeywordsDependencies, { app, rivals, userId }: Followed): Promise<void> {
  const items = COUNTRIES.filter((code) => app.isAvailable(code)).flatMap((countryCode) =>
    termsOf(app.facts, rivals, countryCode).map((term) => ({ term, countryCode })),
  );
  const { platform, externalId } = app;
  if (items.length > 0) await trackKeywords(deps, { app: { platform, externalId }, userId, items });
}

/** Returns what people may type to find the app, and then what they type for its rivals. */
function termsOf(app: AppFacts, rivals: readonly AppFacts[], country: string): readonly string[] {
  const theme = themeOf(app, country);
  const [first = theme] = wordsOf(theme);
  const maker = wordsOf(app.publisher.name).at(-1) ?? app.brand;
  const own = [theme, `${theme} ${maker}`, app.brand, `${app.brand} ${theme}`, first];
  const terms = [...own, ...rivals.flatMap((rival) => [themeOf(rival, country), rival.brand])];
  return [...new Set(terms.map((term) => term.toLowerCase()))].slice(0, TERMS_MAX);
}

function themeOf({ theme }: AppFacts, country: string): string {
  const [language = "en"] = nearestTextLanguages(firstLanguageOf(country));
  return phrasesByLanguage[language].themes[theme];
}
