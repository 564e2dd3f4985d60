import type { Country } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { activeStorefronts, listingLanguages, metricsStorefronts } from "../domain/storefronts.ts";
import { type SyncPhase, syncPhases } from "../domain/sync-phase.ts";
import type { SyncItem } from "./sync-item.ts";

/** One item a store language, to be read in the first of its storefronts that has the app. */
export function planListings(countries: readonly Country[], platform: Platform): readonly SyncItem[] {
  return listingLanguages(countries, platform).map(({ locale, storefronts }) => ({
    key: locale,
    storefronts,
    locale,
    repairs: null,
  }));
}

/** `identityCountry` is the storefront in which global metrics are asked. */
export function planMetrics(
  countries: readonly Country[],
  platform: Platform,
  identityCountry: string | null,
): readonly SyncItem[] {
  const asked =
    platformFacts[platform].metricsScope === "global"
      ? [identityCountry].filter((country) => country !== null)
      : storefrontCodes(countries, platform);
  return asked.map((country) => ({ key: country, storefronts: [country], locale: null, repairs: null }));
}

/** Codes of the storefronts in which the platform sells apps, most important first. */
export function storefrontCodes(countries: readonly Country[], platform: Platform): readonly string[] {
  return activeStorefronts(countries, platform).map(({ code }) => code);
}

/** Items that a phase of a run has. Identity counts as one: it ends with the first storefront that has the app. */
export function plannedItems(phase: SyncPhase, countries: readonly Country[], platform: Platform): number {
  if (phase === "identity") return 1;
  if (phase === "listings") return listingLanguages(countries, platform).length;
  return phase === "metrics" ? metricsStorefronts(countries, platform) : 0;
}

/** Items of the whole run, which its progress counts. */
export function plannedTotal(countries: readonly Country[], platform: Platform): number {
  return syncPhases.reduce((total, phase) => total + plannedItems(phase, countries, platform), 0);
}

/** Items that are done when a phase begins: those of the phases before it. */
export function plannedBefore(phase: SyncPhase, countries: readonly Country[], platform: Platform): number {
  return syncPhases
    .slice(0, syncPhases.indexOf(phase))
    .reduce((total, before) => total + plannedItems(before, countries, platform), 0);
}
