import * as z from "zod";

export const syncPhases = ["identity", "listings", "metrics", "finalize", "reconciling"] as const;
export const syncPhaseSchema = z.enum(syncPhases);
export type SyncPhase = z.infer<typeof syncPhaseSchema>;

export const syncStates = ["queued", "processing", "completed", "failed"] as const;

/** The state of an app's sync in short; nulls when it was never synced. */
export type SyncSummary = {
  readonly status: (typeof syncStates)[number] | null;
  readonly currentStep: SyncPhase | null;
};

export const syncPurposes = ["tracked", "on_demand"] as const;
export const syncPurposeSchema = z.enum(syncPurposes);
export type SyncPurpose = z.infer<typeof syncPurposeSchema>;

/** What follows a phase that completed; null ends the run. An aborted phase always ends the run as failed. */
export const phaseAfter = {
  identity: "listings",
  listings: "metrics",
  metrics: "finalize",
  finalize: null,
  reconciling: null,
} as const satisfies Record<SyncPhase, SyncPhase | null>;

/**
 * Continuations of one phase that made progress, at most, before a run counts as endless. Where tokens are scarce each
 * rules out one storefront or finishes one language, and a store has fewer than 200 of both together.
 */
export const HOPS_MAX = 256;
