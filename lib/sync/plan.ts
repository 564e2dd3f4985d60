import type { ClaimedRun } from "../../db/queries/runs/claim-run.ts";
import { periodicItemKey } from "../../db/queries/runs/periodic-storefronts.ts";
import type { CoveredInPart } from "../../db/queries/runs/planned-items.ts";
import {
  type Country,
  GLOBAL_COUNTRY,
  listingLanguages,
  primaryLanguage,
  storefrontCodes,
  storefrontsWithoutListing,
} from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { countItems, phaseFacts, type SyncPhase, syncPhases } from "../domain/sync-phase.ts";
import type { PageLocale } from "../stores/connector.ts";
import type { ItemLookup, ShownFacts } from "../stores/records.ts";
import type { ItemAhead } from "./phase.ts";

export type SyncItem = {
  readonly key: string;
  /** Storefronts in the order of requests. The next one is requested if one does not have the app. */
  readonly storefronts: readonly string[];
  readonly locale: string | null;
  readonly repairs: { readonly country: string; readonly attempts: number } | null;
  /** The storefront in which the day's sweep read all but a part, so that only the part is requested; else null. */
  readonly coveredInPart: CoveredInPart | null;
  readonly isPeriodic: boolean;
  /** A check requests a storefront even if it lacked the app. A missing app says nothing about the language then. */
  readonly isCheck: boolean;
};

export type RequestedItem = { readonly item: SyncItem; readonly country: string };

export function isForPart({ item: { coveredInPart }, country }: RequestedItem): boolean {
  return coveredInPart?.country === country;
}

export type ItemResponse<Found> = RequestedItem & ShownFacts & { readonly lookup: ItemLookup<Found> };

export function planListings(countries: readonly Country[], platform: Platform): readonly SyncItem[] {
  return listingLanguages(countries, platform).map(({ locale, storefronts }) => ({
    key: locale,
    storefronts,
    locale,
    repairs: null,
    coveredInPart: null,
    isPeriodic: false,
    isCheck: false,
  }));
}

/**
 * Returns an item for each periodically refreshed storefront. In the app's own storefront a page is an ordinary
 * listing, with the language's other storefronts as alternatives.
 */
export function planPeriodicStorefronts(
  countries: readonly Country[],
  platform: Platform,
  refreshed: ClaimedRun["periodic_storefronts"],
): readonly SyncItem[] {
  const languages = new Map(
    listingLanguages(countries, platform).map(({ locale, storefronts }) => [locale, storefronts]),
  );
  return refreshed.map(({ country, locale, is_own_page }) => ({
    key: periodicItemKey(country, locale),
    storefronts: is_own_page ? [...new Set([country, ...(languages.get(locale) ?? [])])] : [country],
    locale,
    repairs: null,
    coveredInPart: null,
    isPeriodic: true,
    isCheck: !is_own_page,
  }));
}

export function planMetrics(
  countries: readonly Country[],
  platform: Platform,
  identityCountry: string | null,
): readonly SyncItem[] {
  if (!platformFacts[platform].hasGlobalMetrics) return storefrontCodes(countries, platform).map(planStorefront);
  const global = identityCountry === null ? [] : [{ ...planStorefront(identityCountry), key: GLOBAL_COUNTRY }];
  return [...global, ...storefrontsWithoutListing(countries, platform).map(planStorefront)];
}

export function planStorefront(country: string): SyncItem {
  return {
    key: country,
    storefronts: [country],
    locale: null,
    repairs: null,
    coveredInPart: null,
    isPeriodic: false,
    isCheck: false,
  };
}

/** Returns the progress of a run when `done` items of a phase are done, or null if the phase does not change it. */
export function progressIn(phase: SyncPhase, done: number, countries: readonly Country[], platform: Platform) {
  if (phaseFacts[phase].countItems === null) return null;
  const phasesBefore = syncPhases.slice(0, syncPhases.indexOf(phase));
  // Items that are due only by age are not counted.
  const doneOfPlan = Math.min(done, countItems(countries, platform, [phase]));
  return { done: countItems(countries, platform, phasesBefore) + doneOfPlan, total: countItems(countries, platform) };
}

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
