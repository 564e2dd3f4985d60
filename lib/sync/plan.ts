import type { CoveredInPart } from "../../db/queries/claim-run.ts";
import { type Country, listingLanguages, storefrontCodes } from "../domain/country.ts";
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
  /** Where the day's sweep has read all but a part of it, so that there the rest alone is requested; null for nowhere. */
  readonly coveredInPart: CoveredInPart | null;
  /** Whether it only comes round, so that a run that finds too few tokens leaves it to the next one. */
  readonly isInTurn: boolean;
};

/** An item and the storefront in which it is requested now. */
export type RequestedItem = { readonly item: SyncItem; readonly country: string };

/** Whether only the part is requested that the day's sweep has not read. */
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
    isInTurn: false,
  }));
}

/** Returns one item per storefront. Where metrics are global, they are requested in `identityCountry` alone. */
export function planMetrics(
  countries: readonly Country[],
  platform: Platform,
  identityCountry: string | null,
): readonly SyncItem[] {
  const requested = platformFacts[platform].hasGlobalMetrics
    ? [identityCountry].filter((country) => country !== null)
    : storefrontCodes(countries, platform);
  return requested.map((country) => ({
    key: country,
    storefronts: [country],
    locale: null,
    repairs: null,
    coveredInPart: null,
    isInTurn: false,
  }));
}

/** Returns the progress of a run when so many items of a phase are done; null: the phase leaves it as it is. */
export function progressIn(phase: SyncPhase, done: number, countries: readonly Country[], platform: Platform) {
  if (phaseFacts[phase].countItems === null) return null;
  const phasesBefore = syncPhases.slice(0, syncPhases.indexOf(phase));
  return { done: countItems(countries, platform, phasesBefore) + done, total: countItems(countries, platform) };
}
