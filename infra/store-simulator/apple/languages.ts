import { type Country, storefrontLanguages } from "../../../lib/domain/country.ts";

/** The store's locale for each language code of lookup, which rejects all other codes. */
const localeByCode = tableOf(
  "ar_sa ar ca_es ca cs_cz cs da_dk da de_ch de-DE de_de de-DE el_gr el en_au en-AU en_ca en-CA en_gb en-GB " +
    "en_us en-US es_es es-ES es_mx es-MX fi_fi fi fr_ca fr-CA fr_fr fr-FR he_il he hi_in hi hr_hr hr hu_hu hu " +
    "id_id id it_it it ja_jp ja ko_kr ko ms_my ms nl_nl nl-NL no_no nb pl_pl pl pt_br pt-BR pt_pt pt-PT ro_ro ro " +
    "ru_ru ru sk_sk sk sv_se sv th_th th tr_tr tr uk_ua uk vi_vi vi zh_cn zh-Hans zh_hk zh-Hant zh_tw zh-Hant " +
    // Public code sends these two with a hyphen.
    "en-us en-US zh-cn zh-Hans",
);

/** The store's locale for each language tag of the web page; all but three tags are the locale itself. */
const localeByTag = tableOf("de-ch de-DE nl nl-NL zh-hans-cn zh-Hans zh-hant-hk zh-Hant zh-hant-tw zh-Hant");
const taggedOtherwise = ["nl-NL", "zh-Hans", "zh-Hant"];
for (const locale of localeByCode.values()) {
  if (!taggedOtherwise.includes(locale)) localeByTag.set(locale.toLowerCase(), locale);
}

export function isLookupLanguage(code: string): boolean {
  return localeByCode.has(code.toLowerCase());
}

/** Returns null if the storefront shows its first language instead. */
export function lookupLocale(code: string | null, country: Country): string | null {
  const locale = localeByCode.get(code?.toLowerCase() ?? "");
  return locale !== undefined && storefrontLanguages(country, "ios").includes(locale) ? locale : null;
}

export function pageLocale(tag: string | null): string | null {
  return localeByTag.get(tag?.toLowerCase() ?? "") ?? null;
}

function tableOf(pairs: string): Map<string, string> {
  return new Map([...pairs.matchAll(/(\S+) (\S+)/g)].map(([, key = "", locale = ""]) => [key, locale]));
}
