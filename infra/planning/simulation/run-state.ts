import { countries } from "../../../db/seeds/countries.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { countItems, type SyncPhase, syncPhases } from "../../../lib/domain/sync-phase.ts";
import { waitingLine } from "../../../lib/sync/waiting-line.ts";
import { perPlatform } from "../pipeline-settings.ts";
import type { Entry, LineRun } from "./line.ts";

/** Items that a phase still requests, all of one kind. */
export type Items = { readonly costs: RequestCosts; readonly purpose: RequestPurpose; places: readonly number[] };

/** An express shard: how many of its batches have not ended, and the runs that wait for them. */
export type Shard = { open: number; readonly runs: readonly Run[] };

/** A row of sync_statuses while its run is active or repaired. */
export type Run = {
  readonly app: number;
  readonly platform: Platform;
  /** Says whether a user has requested it, and whether one still waits for it. */
  readonly isRequested: boolean;
  isOnDemand: boolean;
  /** Says whether all but its first look is scheduled work. */
  readonly isDeferred: boolean;
  /** Says whether it reads all of the app, and whether nothing was ever read of it. */
  readonly isWhole: boolean;
  readonly isFirst: boolean;
  readonly queuedAt: number;
  readonly placeAt: number;
  phase: SyncPhase;
  /** What the phase still requests; undefined until it begins. */
  items: Items[] | undefined;
  itemsDone: number;
  nextBatch: LineRun["next_batch"];
  attempt: number;
  failedItems: number;
  repairs: number;
  /** The shard that reads its storefronts, or whether it waits for one. */
  express: Shard | "waits" | "none";
  /** undefined while a consumer works on it. */
  entry: Entry | undefined;
};

export const itemsOf = perPlatform((platform) => {
  const [identity, listings, metrics] = (["identity", "listings", "metrics"] as const).map((phase) =>
    countItems(countries, platform, [phase]),
  );
  return { identity: identity ?? 0, listings: listings ?? 0, metrics: metrics ?? 0, finalize: 0, reconciling: 0 };
});

/** Returns how many items of a phase are done when it begins: those that the page of identity shows. */
export function shownByIdentity(platform: Platform, phase: SyncPhase): number {
  const isOnPage = phase === "listings" || phase === "metrics";
  return isOnPage && platformFacts[platform].hasGlobalMetrics ? 1 : 0;
}

/** By the rule of db/queries/runs/run-conditions.ts. */
export function isFirstLook({ isOnDemand, itemsDone, phase }: Run): boolean {
  return isOnDemand && (phase === "identity" || (phase === "listings" && itemsDone === 0));
}

/** By the rule of db/queries/runs/run-conditions.ts. */
export function isScheduled(run: Run): boolean {
  return !run.isOnDemand || (run.isDeferred && !isFirstLook(run));
}

/** Returns whether it is a scheduled run that has found too few tokens, and keeps no other from its turn. */
export function waitsForBatch(run: Run): boolean {
  return isScheduled(run) && run.nextBatch !== null && run.phase !== "identity";
}

/** Returns what a run waits for, as the line of lib/sync has it. */
export function waitsFor(run: Run, hasWaitedLong: boolean): Pick<Entry, "purpose" | "costs" | "costsLeft" | "run"> {
  const { app: app_id, itemsDone, nextBatch, phase, platform } = run;
  const left = syncPhases.slice(syncPhases.indexOf(phase)).reduce((sum, one) => sum + itemsOf[platform][one], 0);
  const waiting: LineRun = {
    app_id,
    run_id: "",
    purpose: isScheduled(run) ? "tracked" : "on_demand",
    phase,
    is_first_read: isFirstLook(run),
    phase_items_done: itemsDone,
    items_left: Math.max(0, left - itemsDone),
    next_batch: nextBatch,
    has_waited_long: hasWaitedLong,
    ready_seconds: 0,
    is_sent: false,
    place_seconds: 0,
    correlation_id: null,
  };
  const [work] = waitingLine({ runs: [waiting], batches: [] }, { countries, platform });
  if (work === undefined) throw new Error("A run that waits is in the line.");
  return { purpose: work.purpose, costs: work.costs, costsLeft: work.costsLeft, run: waiting };
}
