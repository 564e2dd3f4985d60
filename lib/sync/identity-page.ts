import type { Country } from "../domain/country.ts";
import { GLOBAL_COUNTRY, primaryLanguage } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { PageLocale } from "../stores/connector.ts";
import type { ItemAhead } from "./phase.ts";
import { planListings } from "./plan.ts";

/** Identity and metrics need dates and numbers as a page shows them in this locale. */
const READABLE_LOCALE = "en-US" satisfies PageLocale;

type Storefront = { readonly platform: Platform; readonly country: string };

export function identityPageLocale(
  countries: readonly Country[],
  { platform, country }: Storefront,
): PageLocale | undefined {
  if (!platformFacts[platform].hasGlobalMetrics) return undefined;
  const language = primaryLanguage(countries, platform, country);
  return language === READABLE_LOCALE ? language : "en";
}

/** Returns the items of a run that the identity page shows: the metrics, and the listing if it is read there. */
export function itemsOnPage(
  countries: readonly Country[],
  { platform, country }: Storefront,
  locale: string,
): readonly ItemAhead[] {
  const listings = planListings(countries, platform).filter(
    ({ key, storefronts: [first] }) => key === locale && first === country,
  );
  return [
    ...listings.map(({ key }) => ({ phase: "listings", key }) as const),
    { phase: "metrics", key: GLOBAL_COUNTRY },
  ];
}
