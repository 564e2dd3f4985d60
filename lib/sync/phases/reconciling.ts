import { listingLanguages } from "../../domain/country.ts";
import type { ItemPhase } from "../../domain/sync-phase.ts";
import { runItems } from "../item-loop.ts";
import type { Phase, PhaseDependencies, SyncRun } from "../phase.ts";
import type { SyncItem } from "../plan.ts";
import { createStorefrontAvailability } from "../storefront-availability.ts";
import { finish } from "./finalize.ts";
import { listingItems } from "./listings.ts";
import { metricsItems } from "./metrics.ts";

/** Requests the due failed items of a completed run again. */
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
 * Returns the due failed items. Finished ones are no longer due, so invocations share no other state. A language whose
 * storefront does not have the app is requested in the next one that shows it.
 */
function dueItems(deps: PhaseDependencies, run: SyncRun, phase: ItemPhase): readonly SyncItem[] {
  const languages = new Map(
    listingLanguages(deps.countries, run.platform).map(({ locale, storefronts }) => [locale, storefronts]),
  );
  return run.dueItems
    .filter((item) => item.phase === phase)
    .map(({ country, locale, attempts }) => {
      const others = locale === null ? [] : (languages.get(locale) ?? []);
      return {
        key: `${phase}:${country}:${locale ?? ""}`,
        storefronts: [...new Set([country, ...others])],
        locale,
        repairs: { country, attempts },
        coveredInPart: null,
        isInTurn: false,
      };
    });
}
