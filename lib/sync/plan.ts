import type { ClaimedRun } from "../../db/queries/runs/claim-run.ts";
import { periodicItemKey } from "../../db/queries/runs/periodic-storefronts.ts";
import type { CoveredInPart } from "../../db/queries/runs/planned-items.ts";
import {
  type Country,
  GLOBAL_COUNTRY,
  listingLanguages,
  storefrontCodes,
  storefrontsWithoutListing,
} from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { countItems, phaseFacts, type SyncPhase, syncPhases } from "../domain/sync-phase.ts";
import type { ItemLookup } from "../stores/records.ts";

/** One thing that a phase requests of an app. */
export type SyncItem = {
  /** Unique within the phase. */
  readonly key: string;
  /** Where it can be requested, in order: the next storefront when one does not have the app. */
  readonly storefronts: readonly string[];
  readonly locale: string | null;
  /** The failed item that this one requests again; null in a phase's first pass. */
  readonly repairs: { readonly country: string; readonly attempts: number } | null;
  /**
   * The storefront in which the day's sweep has read all but a part of the item, so that only the rest is requested;
   * else null.
   */
  readonly coveredInPart: CoveredInPart | null;
  /** Says whether it is a periodic refresh, so that a run that finds too few tokens leaves it to the next one. */
  readonly isPeriodic: boolean;
  /**
   * Says whether the item checks its one storefront even if that is known to lack the app. A found text is compared
   * with the text of the language; a missing app says nothing about the language.
   */
  readonly isCheck: boolean;
};

/** An item and the storefront in which it is requested now. */
export type RequestedItem = { readonly item: SyncItem; readonly country: string };

/** Returns whether only the part is requested that the day's sweep has not read. */
export function isForPart({ item: { coveredInPart }, country }: RequestedItem): boolean {
  return coveredInPart?.country === country;
}

export type ItemResponse<Found> = RequestedItem & { readonly lookup: ItemLookup<Found> };

/** Returns one item per store language, to be read in the first of its storefronts that has the app. */
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
 * Returns an item for each storefront that is refreshed periodically. In its own storefront a page is read like any
 * other listing, and the next storefronts of the language follow if it is missing.
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

/**
 * Returns one item per storefront. Where metrics are global, they are requested only in `identityCountry`, and
 * storefronts in which no listing is read are requested for their status.
 */
export function planMetrics(
  countries: readonly Country[],
  platform: Platform,
  identityCountry: string | null,
): readonly SyncItem[] {
  if (!platformFacts[platform].hasGlobalMetrics) return storefrontCodes(countries, platform).map(planStorefront);
  const global = identityCountry === null ? [] : [{ ...planStorefront(identityCountry), key: GLOBAL_COUNTRY }];
  return [...global, ...storefrontsWithoutListing(countries, platform).map(planStorefront)];
}

/** Returns the item that requests the metrics of a storefront, or its status where metrics are global. */
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

/** Returns the progress of a run when so many items of a phase are done; null: the phase leaves it as it is. */
export function progressIn(phase: SyncPhase, done: number, countries: readonly Country[], platform: Platform) {
  if (phaseFacts[phase].countItems === null) return null;
  const phasesBefore = syncPhases.slice(0, syncPhases.indexOf(phase));
  // Items that are due by their age alone are not counted.
  const doneOfPlan = Math.min(done, countItems(countries, platform, [phase]));
  return { done: countItems(countries, platform, phasesBefore) + doneOfPlan, total: countItems(countries, platform) };
}
