import * as z from "zod";

import type { Platform } from "./platform.ts";

/** Values that are the same in all storefronts are stored under this code. It never leaves the database. */
export const GLOBAL_COUNTRY = "zz";

export const DEFAULT_COUNTRY = "us";

export type Country = {
  readonly code: string;
  readonly name: string;
  readonly emoji: string;
  readonly priority: number;
  /** Null if the App Store has no storefront. */
  readonly iosLanguages: readonly string[] | null;
  /** Extra languages that Apple indexes for the storefront. */
  readonly iosCrossLocalizable: readonly string[] | null;
  readonly androidLanguages: readonly string[] | null;
};

export const countryCodeFormat = () => z.string().regex(/^[a-z]{2}$/);

export type ListingTarget = { readonly country: string; readonly locale: string };

/** A store language and its storefronts, in the order of requests. */
export type ListingLanguage = { readonly locale: string; readonly storefronts: readonly string[] };

export function storefrontLanguages(country: Country, platform: Platform): readonly string[] {
  const languages = { ios: country.iosLanguages, android: country.androidLanguages }[platform];
  return country.code === GLOBAL_COUNTRY ? [] : (languages ?? []);
}

export function activeStorefronts(countries: readonly Country[], platform: Platform): readonly Country[] {
  return countries
    .filter((country) => storefrontLanguages(country, platform).length > 0)
    .toSorted((a, b) => b.priority - a.priority || (a.code < b.code ? -1 : 1));
}

export function storefrontCodes(countries: readonly Country[], platform: Platform): readonly string[] {
  return activeStorefronts(countries, platform).map(({ code }) => code);
}

export function primaryLanguage(
  countries: readonly Country[],
  platform: Platform,
  identityCountry: string | null,
): string {
  const country = countries.find(({ code }) => code === (identityCountry ?? DEFAULT_COUNTRY));
  const [language] = country === undefined ? [] : storefrontLanguages(country, platform);
  return language ?? "en-US";
}

/** Returns each store language with its storefronts: those whose first language it is first, then by importance. */
export function listingLanguages(countries: readonly Country[], platform: Platform): readonly ListingLanguage[] {
  const shown = activeStorefronts(countries, platform).map((country) => {
    const [first, ...others] = storefrontLanguages(country, platform);
    return { code: country.code, first: first === undefined ? [] : [first], others };
  });
  const byLocale = new Map<string, string[]>();
  for (const rank of ["first", "others"] as const) {
    for (const storefront of shown) {
      for (const locale of storefront[rank]) {
        byLocale.set(locale, [...(byLocale.get(locale) ?? []), storefront.code]);
      }
    }
  }
  return [...byLocale].map(([locale, storefronts]) => ({ locale, storefronts: [...new Set(storefronts)] }));
}

/** Returns languages of storefronts that may have an app, beginning with the first one of its own storefront. */
export function languagesOfApp(
  countries: readonly Country[],
  {
    platform,
    ownCountry,
    unavailable,
  }: {
    readonly platform: Platform;
    readonly ownCountry: string | null;
    readonly unavailable: readonly string[];
  },
): readonly string[] {
  const own = primaryLanguage(countries, platform, ownCountry);
  const locales = listingLanguages(countries, platform)
    .filter(({ storefronts }) => storefronts.some((code) => !unavailable.includes(code)))
    .map(({ locale }) => locale);
  return locales.toSorted((a, b) => Number(b === own) - Number(a === own));
}

/**
 * Returns storefronts that are not the first one of any language. A listing is read there only if the storefronts that
 * come before in its language do not have the app.
 */
export function storefrontsWithoutListing(countries: readonly Country[], platform: Platform): readonly string[] {
  const listed = new Set(listingLanguages(countries, platform).map(({ storefronts: [first] }) => first));
  return storefrontCodes(countries, platform).filter((code) => !listed.has(code));
}
