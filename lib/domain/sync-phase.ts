import * as z from "zod";

import { activeStorefronts, type Country, listingLanguages, storefrontsWithoutListing } from "./country.ts";
import { type Platform, platformFacts } from "./platform.ts";

export const syncPhases = ["identity", "listings", "metrics", "finalize", "reconciling"] as const;
export const syncPhaseSchema = () => z.enum(syncPhases);
export type SyncPhase = (typeof syncPhases)[number];

/** Where every run begins. */
export const FIRST_PHASE = "identity" satisfies SyncPhase;

/** Phases whose items can fail one by one. */
export const itemPhases = ["listings", "metrics"] as const satisfies readonly SyncPhase[];
export type ItemPhase = (typeof itemPhases)[number];

/** The phase in which a completed run requests its failed items again. */
export const REPAIR_PHASE = "reconciling" satisfies SyncPhase;

export const syncStates = ["queued", "processing", "completed", "failed"] as const;

/** The state of an app's sync in short; nulls when it was never synced. */
export type SyncSummary = {
  readonly status: (typeof syncStates)[number] | null;
  readonly current_step: SyncPhase | null;
};

export const syncPurposes = ["tracked", "on_demand"] as const;
export const syncPurposeSchema = () => z.enum(syncPurposes);
export type SyncPurpose = (typeof syncPurposes)[number];

type PhaseFacts = {
  /** What follows when it completes; null ends the run. */
  readonly next: SyncPhase | null;
  /** Counts the items that it adds to the run's progress; null leaves the progress of a completed run as it is. */
  readonly countItems: ((countries: readonly Country[], platform: Platform) => number) | null;
};

export const phaseFacts: Readonly<Record<SyncPhase, PhaseFacts>> = {
  // One item, since the first storefront that has the app ends the phase.
  identity: { next: "listings", countItems: () => 1 },
  listings: { next: "metrics", countItems: (countries, platform) => listingLanguages(countries, platform).length },
  metrics: {
    next: "finalize",
    // Where metrics are global, the storefronts in which no listing is read are requested for their status.
    countItems: (countries, platform) =>
      platformFacts[platform].hasGlobalMetrics
        ? 1 + storefrontsWithoutListing(countries, platform).length
        : activeStorefronts(countries, platform).length,
  },
  finalize: { next: null, countItems: () => 0 },
  reconciling: { next: null, countItems: null },
};

/** Returns how many items these phases of a run have. */
export function countItems(
  countries: readonly Country[],
  platform: Platform,
  phases: readonly SyncPhase[] = syncPhases,
): number {
  return phases.reduce((total, phase) => total + (phaseFacts[phase].countItems?.(countries, platform) ?? 0), 0);
}

/**
 * A run counts as endless after more continuations of one phase with progress. When tokens are scarce, each rules out
 * one storefront or finishes one language, and a store has fewer than 200 of both together.
 */
export const CONTINUATIONS_MAX = 256;
