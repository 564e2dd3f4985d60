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
