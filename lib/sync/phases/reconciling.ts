import { runItems } from "../item-loop.ts";
import { listingItems } from "../items/listing-items.ts";
import { metricsItems } from "../items/metrics-items.ts";
import type { Phase, SyncRun } from "../phase.ts";
import { createStorefrontKnowledge } from "../storefront-knowledge.ts";
import type { SyncItem } from "../sync-item.ts";
import { finish } from "./finalize.ts";

/** Asks the failed items of a completed run again, those whose time has come. */
export const reconciling: Phase = {
  name: "reconciling",
  async run(deps, run) {
    const shared = { lastEnds: "nothing", knowledge: createStorefrontKnowledge(deps, run) } as const;
    const listings = { ...shared, kind: listingItems, items: dueItems(run, "listings") };
    const afterListings = await runItems(deps, run, listings);
    if (afterListings.kind !== "completed") return afterListings;

    const metrics = { ...shared, kind: metricsItems, items: dueItems(run, "metrics") };
    const afterMetrics = await runItems(deps, run, metrics);
    if (afterMetrics.kind !== "completed") return afterMetrics;

    return finish(deps, run, "repair");
  },
};

/** Finished items leave the due ones, so nothing else needs to be remembered between invocations. */
function dueItems(run: SyncRun, phase: "listings" | "metrics"): readonly SyncItem[] {
  return run.dueItems
    .filter((item) => item.phase === phase)
    .map(({ country, locale, attempts }) => ({
      key: `${phase}:${country}:${locale ?? ""}`,
      country,
      locale,
      attempts,
    }));
}
