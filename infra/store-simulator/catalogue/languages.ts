import { latinPhrases } from "./texts/latin.ts";
import { otherPhrases } from "./texts/other-scripts.ts";
import type { Phrases } from "./texts/phrases.ts";

export const textLanguages = [
  "en", "en-GB", "de", "fr", "es", "ru", "ar", "ja", "ko", "zh-Hans", "zh-Hant",
] as const; // biome-ignore format: a word list
export type TextLanguage = (typeof textLanguages)[number];

export const phrasesByLanguage: Readonly<Record<TextLanguage, Phrases>> = { ...latinPhrases, ...otherPhrases };

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

export function nearestTextLanguages(locale: string): readonly TextLanguage[] {
  const normal = normalLocale(locale);
  const known = nearestByLocale[normal];
  if (known !== undefined) return known;
  const language = languageBySubtag.get(primarySubtag(normal));
  return language === undefined ? [] : [language];
}

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

/** Default languages of App Store storefronts, if not British English. */
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

export function firstLanguageOf(country: string): string {
  return languageByCountry.get(country) ?? "en-GB";
}
