import { listingLanguages } from "../../domain/storefronts.ts";
import { runItems } from "../item-loop.ts";
import { listingItems } from "../items/listing-items.ts";
import { metricsItems } from "../items/metrics-items.ts";
import type { Phase, PhaseDependencies, SyncRun } from "../phase.ts";
import { createStorefrontKnowledge } from "../storefront-knowledge.ts";
import type { SyncItem } from "../sync-item.ts";
import { finish } from "./finalize.ts";

/** Requests the failed items of a completed run again, those that are due. */
export const reconciling: Phase = {
  name: "reconciling",
  async run(deps, run) {
    const shared = { lastEnds: "nothing", knowledge: createStorefrontKnowledge(deps, run) } as const;
    const listings = { ...shared, kind: listingItems, items: dueItems(deps, run, "listings") };
    const afterListings = await runItems(deps, run, listings);
    if (afterListings.kind !== "completed") return afterListings;

    const metrics = { ...shared, kind: metricsItems, items: dueItems(deps, run, "metrics") };
    const afterMetrics = await runItems(deps, run, metrics);
    if (afterMetrics.kind !== "completed") return afterMetrics;

    return finish(deps, run, "repair");
  },
};

/**
 * Finished items leave the due ones, so nothing else needs to be remembered between invocations. A language whose
 * storefront turns out not to have the app is asked in the next one that shows it.
 */
function dueItems(deps: PhaseDependencies, run: SyncRun, phase: "listings" | "metrics"): readonly SyncItem[] {
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
      };
    });
}
