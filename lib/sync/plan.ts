import type { Country } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { activeStorefronts, listingTargets } from "../domain/storefronts.ts";
import type { SyncPhase } from "../domain/sync-phase.ts";
import type { SyncItem } from "./sync-item.ts";

export function planListings(countries: readonly Country[], platform: Platform): readonly SyncItem[] {
  return listingTargets(countries, platform).map(({ country, locale }) => ({
    key: locale,
    country,
    locale,
    attempts: 0,
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
      : activeStorefronts(countries, platform).map(({ code }) => code);
  return asked.map((country) => ({ key: country, country, locale: null, attempts: 0 }));
}

/** Items that a phase has; null where it has none and leaves the progress of the one before. */
export function plannedItems(phase: SyncPhase, countries: readonly Country[], platform: Platform): number | null {
  if (phase === "listings") return listingTargets(countries, platform).length;
  if (phase !== "metrics") return null;
  return platformFacts[platform].metricsScope === "global" ? 1 : activeStorefronts(countries, platform).length;
}
