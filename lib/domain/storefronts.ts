import { type Country, GLOBAL_COUNTRY } from "./country.ts";
import type { Platform } from "./platform.ts";

/** One listing to ask for: a store language and the storefront in which it is read. */
export type ListingTarget = { readonly country: string; readonly locale: string };

export function storefrontLanguages(country: Country, platform: Platform): readonly string[] {
  const languages = { ios: country.iosLanguages, android: country.androidLanguages }[platform];
  return country.code === GLOBAL_COUNTRY ? [] : (languages ?? []);
}

/** Storefronts in which the platform sells apps, most important first, ties by code. */
export function activeStorefronts(countries: readonly Country[], platform: Platform): readonly Country[] {
  return countries
    .filter((country) => storefrontLanguages(country, platform).length > 0)
    .toSorted((a, b) => b.priority - a.priority || (a.code < b.code ? -1 : 1));
}

/**
 * The language → country map: each store language once, read in the most important storefront that has it as its
 * first language, or else in the most important one that has it at all.
 */
export function listingTargets(countries: readonly Country[], platform: Platform): readonly ListingTarget[] {
  const storefronts = activeStorefronts(countries, platform);
  const countryByLocale = new Map<string, string>();

  for (const country of storefronts) {
    const [first] = storefrontLanguages(country, platform);
    if (first !== undefined && !countryByLocale.has(first)) countryByLocale.set(first, country.code);
  }
  for (const country of storefronts) {
    for (const locale of storefrontLanguages(country, platform)) {
      if (!countryByLocale.has(locale)) countryByLocale.set(locale, country.code);
    }
  }

  return [...countryByLocale].map(([locale, country]) => ({ country, locale }));
}
