/** Languages in which apps of the catalogue can have texts. */
export const textLanguages = [
  "en", "en-GB", "de", "fr", "fr-CA", "es", "es-MX", "it", "pt-BR", "pt-PT", "nl", "sv", "pl", "tr", "ru", "ar", "ja",
  "ko", "zh-Hans", "zh-Hant",
] as const; // biome-ignore format: a word list
export type TextLanguage = (typeof textLanguages)[number];

/** The text languages to which other locales of a store fall back, nearest first. */
const nearestByLocale: Readonly<Record<string, readonly TextLanguage[]>> = {
  "en-au": ["en-GB", "en"],
  "en-gb": ["en-GB", "en"],
  "en-in": ["en-GB", "en"],
  "en-sg": ["en-GB", "en"],
  "es-419": ["es-MX", "es"],
  "es-mx": ["es-MX", "es"],
  "fr-ca": ["fr-CA", "fr"],
  pt: ["pt-PT", "pt-BR"],
  "pt-br": ["pt-BR", "pt-PT"],
  "pt-pt": ["pt-PT", "pt-BR"],
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

/** Returns the language that a storefront shows when asked for `wanted`: its own spelling of it, or else `first`. */
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
