import * as z from "zod";

import { activeStorefronts, type Country, listingLanguages, storefrontsWithoutListing } from "./country.ts";
import { type Platform, platformFacts } from "./platform.ts";

export const syncPhases = ["identity", "listings", "metrics", "finalize", "reconciling"] as const;
export const syncPhaseSchema = () => z.enum(syncPhases);
export type SyncPhase = (typeof syncPhases)[number];

export const FIRST_PHASE = "identity" satisfies SyncPhase;

export const itemPhases = ["listings", "metrics"] as const satisfies readonly SyncPhase[];
export type ItemPhase = (typeof itemPhases)[number];

/** In this phase, a completed run requests its failed items again. */
export const REPAIR_PHASE = "reconciling" satisfies SyncPhase;

export const syncStates = ["queued", "processing", "completed", "failed"] as const;

export type SyncSummary = {
  readonly status: (typeof syncStates)[number] | null;
  readonly current_step: SyncPhase | null;
};

export const syncPurposes = ["tracked", "on_demand"] as const;
export const syncPurposeSchema = () => z.enum(syncPurposes);
export type SyncPurpose = (typeof syncPurposes)[number];

type PhaseFacts = {
  readonly next: SyncPhase | null;
  readonly countItems: ((countries: readonly Country[], platform: Platform) => number) | null;
};

export const phaseFacts: Readonly<Record<SyncPhase, PhaseFacts>> = {
  // One item, since the first storefront that has the app ends the phase.
  identity: { next: "listings", countItems: () => 1 },
  listings: { next: "metrics", countItems: (countries, platform) => listingLanguages(countries, platform).length },
  metrics: {
    next: "finalize",
    // With global metrics: one item for these, and one for each storefront in which the listings phase reads no
    // language, which shows only whether the app is sold there. If the app was synced before, a scheduled sync requests
    // only a few of these storefronts, and counts the others as done.
    countItems: (countries, platform) =>
      platformFacts[platform].hasGlobalMetrics
        ? 1 + storefrontsWithoutListing(countries, platform).length
        : activeStorefronts(countries, platform).length,
  },
  finalize: { next: null, countItems: () => 0 },
  reconciling: { next: null, countItems: null },
};

export function countItems(
  countries: readonly Country[],
  platform: Platform,
  phases: readonly SyncPhase[] = syncPhases,
): number {
  return phases.reduce((total, phase) => total + (phaseFacts[phase].countItems?.(countries, platform) ?? 0), 0);
}

/**
 * A run with more continuations of one phase counts as endless. Each finishes with a storefront or a language, and a
 * store has fewer than 200 of both together.
 */
export const CONTINUATIONS_MAX = 256;
