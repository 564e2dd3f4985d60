import { listingLanguages } from "../../domain/country.ts";
import { platformFacts } from "../../domain/platform.ts";
import type { ItemPhase } from "../../domain/sync-phase.ts";
import { runItems } from "../item-loop.ts";
import type { Phase, PhaseDependencies, SyncRun } from "../phase.ts";
import type { SyncItem } from "../plan.ts";
import { createStorefrontAvailability } from "../storefront-availability.ts";
import { finish } from "./finalize.ts";
import { listingItems } from "./listings.ts";
import { metricsItems } from "./metrics.ts";

export const reconciling: Phase = {
  async run(deps, run) {
    const shared = { completes: "none", availability: createStorefrontAvailability(deps, run) } as const;
    const listings = { ...shared, kind: listingItems, items: dueItems(deps, run, "listings") };
    const afterListings = await runItems(deps, run, listings);
    if (afterListings.kind !== "completed") return afterListings;

    const metrics = { ...shared, kind: metricsItems, items: dueItems(deps, run, "metrics") };
    const afterMetrics = await runItems(deps, run, metrics);
    if (afterMetrics.kind !== "completed") return afterMetrics;

    return finish(deps, run, "repair");
  },

  /** The run stays completed, and its due items fail permanently. */
  giveUp: (deps, run) => finish(deps, run, "without_repair"),
};

/**
 * Returns the due failed items. A storefront that lacked the app during this run is skipped, and the language is
 * requested in its next one. Failed checks and Google Play's periodic refreshes keep their storefront.
 */
function dueItems(deps: PhaseDependencies, run: SyncRun, phase: ItemPhase): readonly SyncItem[] {
  const languages = new Map(
    listingLanguages(deps.countries, run.platform).map(({ locale, storefronts }) => [locale, storefronts]),
  );
  const { hasGlobalMetrics } = platformFacts[run.platform];
  const unavailable = new Set(run.unavailable.map(({ country }) => country));
  const unavailableSinceStart = new Set(
    run.unavailable.filter(({ observed_at }) => observed_at >= run.started_at).map(({ country }) => country),
  );
  return run.due_items
    .filter((item) => item.phase === phase)
    .map(({ country, locale, attempts }) => {
      const shownIn = locale === null ? [] : (languages.get(locale) ?? []);
      const first = shownIn.find((code) => !unavailable.has(code));
      const mayBeCheck = locale === null || (hasGlobalMetrics && country !== first);
      const isCheck = mayBeCheck && !unavailableSinceStart.has(country);
      return {
        key: `${phase}:${country}:${locale ?? ""}`,
        storefronts: isCheck ? [country] : [...new Set([country, ...shownIn])],
        locale,
        repairs: { country, attempts },
        coveredInPart: null,
        isPeriodic: false,
        isCheck,
      };
    });
}
