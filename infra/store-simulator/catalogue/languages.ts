import { latinPhrases } from "./texts/latin.ts";
import { otherPhrases } from "./texts/other-scripts.ts";
import type { Phrases } from "./texts/phrases.ts";

/** Languages in which apps of the catalogue can have texts. */
export const textLanguages = [
  "en", "en-GB", "de", "fr", "es", "ru", "ar", "ja", "ko", "zh-Hans", "zh-Hant",
] as const; // biome-ignore format: a word list
export type TextLanguage = (typeof textLanguages)[number];

export const phrasesByLanguage: Readonly<Record<TextLanguage, Phrases>> = { ...latinPhrases, ...otherPhrases };

/** The text languages to which other locales of a store fall back, nearest first. */
const nearestByLocale: Readonly<Record<string, readonly TextLanguage[]>> = {
  "en-au": ["en-GB", "en"],
  "en-gb": ["en-GB", "en"],
  "en-in": ["en-GB", "en"],
  "en-sg": ["en-GB", "en"],
  "zh-hans": ["zh-Hans"],
  "zh-cn": ["zh-Hans"],
  "zh-hant": ["zh-Hant"],
  "zh-hk": ["zh-Hant"],
  "zh-tw": ["zh-Hant"],
};

const languageBySubtag = new Map<string, TextLanguage>(
  textLanguages.map((language) => [language.toLowerCase(), language]),
);

/** Returns the text languages for a store locale, nearest first; empty if there is none. */
export function nearestTextLanguages(locale: string): readonly TextLanguage[] {
  const normal = normalLocale(locale);
  const known = nearestByLocale[normal];
  if (known !== undefined) return known;
  const language = languageBySubtag.get(primarySubtag(normal));
  return language === undefined ? [] : [language];
}

/** Returns the language that a storefront shows for a request in `wanted`: its own spelling of it, or else `first`. */
export function storefrontLanguage(wanted: string | null, languages: readonly string[], first: string): string {
  if (wanted === null) return first;
  const normal = normalLocale(wanted);
  const exact = languages.find((language) => normalLocale(language) === normal);
  const similar = languages.find((language) => primarySubtag(normalLocale(language)) === primarySubtag(normal));
  return exact ?? similar ?? first;
}

function normalLocale(locale: string): string {
  return locale.replace("_", "-").toLowerCase();
}

function primarySubtag(locale: string): string {
  return locale.split("-")[0] ?? locale;
}

/** Default languages of App Store storefronts, where it is not British English. */
const countriesByLanguage: Readonly<Record<string, string>> = {
  "de-DE": "at ch de",
  "en-AU": "au nz",
  "en-CA": "ca",
  "en-US": "us",
  "es-ES": "es",
  "es-MX": "ar bo cl co cr do ec gt hn mx ni pa pe py sv ve",
  "fr-FR": "ci cm fr ga",
  it: "it",
  ja: "jp",
  ko: "kr",
  "nl-NL": "nl",
  "pt-BR": "br",
  "pt-PT": "pt",
  ru: "ru",
  sv: "se",
  "zh-Hans": "cn",
  "zh-Hant": "hk mo tw",
};

const languageByCountry = new Map(
  Object.entries(countriesByLanguage).flatMap(([language, countries]) =>
    countries.split(" ").map((country) => [country, language] as const),
  ),
);

/** Returns the default language of an App Store storefront, often not that of the country. */
export function firstLanguageOf(country: string): string {
  return languageByCountry.get(country) ?? "en-GB";
}
