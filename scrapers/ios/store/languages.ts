/** Apple's codes of a language in the lookup API and on an app's web page. docs/adr/0005 names the sources. */
export type LanguageSpelling = { readonly lookup: string; readonly page: string };

// biome-ignore format: a table
const spellings: Readonly<Record<string, LanguageSpelling>> = {
  "ar": { lookup: "ar_sa", page: "ar" },
  "ca": { lookup: "ca_es", page: "ca" },
  "cs": { lookup: "cs_cz", page: "cs" },
  "da": { lookup: "da_dk", page: "da" },
  "de-DE": { lookup: "de_de", page: "de-DE" },
  "el": { lookup: "el_gr", page: "el" },
  "en-AU": { lookup: "en_au", page: "en-AU" },
  "en-CA": { lookup: "en_ca", page: "en-CA" },
  "en-GB": { lookup: "en_gb", page: "en-GB" },
  "en-US": { lookup: "en_us", page: "en-US" },
  "es-ES": { lookup: "es_es", page: "es-ES" },
  "es-MX": { lookup: "es_mx", page: "es-MX" },
  "fi": { lookup: "fi_fi", page: "fi" },
  "fr-CA": { lookup: "fr_ca", page: "fr-CA" },
  "fr-FR": { lookup: "fr_fr", page: "fr-FR" },
  "he": { lookup: "he_il", page: "he" },
  "hi": { lookup: "hi_in", page: "hi" },
  "hr": { lookup: "hr_hr", page: "hr" },
  "hu": { lookup: "hu_hu", page: "hu" },
  "id": { lookup: "id_id", page: "id" },
  "it": { lookup: "it_it", page: "it" },
  "ja": { lookup: "ja_jp", page: "ja" },
  "ko": { lookup: "ko_kr", page: "ko" },
  "ms": { lookup: "ms_my", page: "ms" },
  "nb": { lookup: "no_no", page: "nb" },
  "nl-NL": { lookup: "nl_nl", page: "nl" },
  "pl": { lookup: "pl_pl", page: "pl" },
  "pt-BR": { lookup: "pt_br", page: "pt-BR" },
  "pt-PT": { lookup: "pt_pt", page: "pt-PT" },
  "ro": { lookup: "ro_ro", page: "ro" },
  "ru": { lookup: "ru_ru", page: "ru" },
  "sk": { lookup: "sk_sk", page: "sk" },
  "sv": { lookup: "sv_se", page: "sv" },
  "th": { lookup: "th_th", page: "th" },
  "tr": { lookup: "tr_tr", page: "tr" },
  "uk": { lookup: "uk_ua", page: "uk" },
  "vi": { lookup: "vi_vi", page: "vi" },
  "zh-Hans": { lookup: "zh_cn", page: "zh-Hans-CN" },
  "zh-Hant": { lookup: "zh_tw", page: "zh-Hant-TW" },
};

const ownSpellings: Readonly<Record<string, Readonly<Record<string, LanguageSpelling>>>> = {
  hk: { "zh-Hant": { lookup: "zh_hk", page: "zh-Hant-HK" } },
  mo: { "zh-Hant": { lookup: "zh_hk", page: "zh-Hant-HK" } },
};

const FIRST_LANGUAGE_MOSTLY = "en-GB";

/**
 * Storefronts whose default language is not British English. Switzerland's is de-CH, for which developers have no
 * texts: it shows those of de-DE.
 */
// biome-ignore format: a table
const countriesByFirstLanguage: Readonly<Record<string, readonly string[]>> = {
  "de-DE": ["at", "ch", "de"],
  "en-AU": ["au", "nz"],
  "en-CA": ["ca"],
  "en-US": ["us"],
  "es-ES": ["es"],
  "es-MX": ["ar", "bo", "cl", "co", "cr", "do", "ec", "gt", "hn", "mx", "ni", "pa", "pe", "py", "sv", "ve"],
  "fr-FR": ["ci", "cm", "fr", "ga"],
  "it": ["it"],
  "ja": ["jp"],
  "ko": ["kr"],
  "nl-NL": ["nl"],
  "pt-BR": ["br"],
  "pt-PT": ["pt"],
  "ru": ["ru"],
  "sv": ["se"],
  "zh-Hans": ["cn"],
  "zh-Hant": ["hk", "mo", "tw"],
};

const firstLanguages = new Map(
  Object.entries(countriesByFirstLanguage).flatMap(([language, countries]) =>
    countries.map((country) => [country, language] as const),
  ),
);

const languageByKey = new Map(Object.keys(spellings).map((language) => [keyOf(language), language]));

/** Returns Apple's codes of a language in a storefront, from the tables or else in the usual form. */
export function spellLanguage(country: string, language: string): LanguageSpelling {
  const known = languageByKey.get(keyOf(language)) ?? "";
  const derived = { lookup: language.toLowerCase().replace("-", "_"), page: language.replace("_", "-") };
  return ownSpellings[country]?.[known] ?? spellings[known] ?? derived;
}

export function isFirstLanguage(country: string, language: string): boolean {
  const first = firstLanguages.get(country) ?? FIRST_LANGUAGE_MOSTLY;
  return spellLanguage(country, language).lookup === spellLanguage(country, first).lookup;
}

function keyOf(language: string): string {
  return language.toLowerCase().replace("_", "-");
}
