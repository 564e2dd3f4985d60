import { countries } from "../../../db/seeds/countries.ts";
import type { WaitingWork } from "../../../lib/domain/dispatch.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { countItems, type SyncPhase, syncPhases } from "../../../lib/domain/sync-phase.ts";
import type { RunAhead } from "../../../lib/sync/waiting-line.ts";
import { perPlatform } from "../pipeline-settings.ts";

export type Consume = (end: (last: () => void) => void) => void;

export type WorkQueue = {
  readonly calls: "worker" | "chartWorker";
  readonly maxConcurrency: number;
  readonly waiting: Consume[];
  busy: number;
};

/** A run, or a batch of an express shard, that waits in its row for tokens. */
export type Entry = Pick<WaitingWork, "purpose" | "costs" | "costsLeft"> & {
  readonly placeAt: number;
  /** True for a scheduled run that has found too few tokens. */
  readonly isBehind: boolean;
  /** Undefined for an express batch. */
  readonly run?: RunAhead;
  readonly queue: WorkQueue;
  readonly consume: Consume;
  isSent: boolean;
  readySeconds: number;
  /** The time at which it may be sent, or at which its message comes. */
  readyAt: number;
};

export type Items = { readonly costs: RequestCosts; readonly purpose: RequestPurpose; places: readonly number[] };

export type Run = {
  readonly app: number;
  readonly isRequested: boolean;
  readonly isDeferred: boolean;
  /** `isWhole` runs read the whole app; `isFirst` runs read it for the first time. */
  readonly isWhole: boolean;
  readonly isFirst: boolean;
  readonly queuedAt: number;
  readonly placeAt: number;
  phase: SyncPhase;
  items: Items[] | undefined;
  itemsDone: number;
  /** When its batches were read. */
  readonly readAt: number[];
  nextBatch: RunAhead["next_batch"];
  /** True if it waits for an express shard, or for the batches of one. */
  sharesShard: boolean;
  /** Undefined while a consumer works on it. */
  entry: Entry | undefined;
};

export type CompletedRun = { readonly at: number; readonly platform: Platform; readonly run: Run };

export const itemsOf = perPlatform((platform) => {
  const counts = syncPhases.map((phase) => [phase, countItems(countries, platform, [phase])] as const);
  return new Map<SyncPhase, number>(counts);
});

export function shownByIdentity(platform: Platform, phase: SyncPhase): number {
  const isOnPage = phase === "listings" || phase === "metrics";
  return isOnPage && platformFacts[platform].hasGlobalMetrics ? 1 : 0;
}

export function isFirstRead({ isRequested, itemsDone, phase }: Run): boolean {
  return isRequested && (phase === "identity" || (phase === "listings" && itemsDone === 0));
}

export function isScheduled(run: Run): boolean {
  return !run.isRequested || (run.isDeferred && !isFirstRead(run));
}

/** Returns whether it is a scheduled run that has found too few tokens, and does not hold up others. */
export function waitsForBatch(run: Run): boolean {
  return isScheduled(run) && run.nextBatch !== null && run.phase !== "identity";
}

export function aheadOf(platform: Platform, run: Run, hasWaitedLong: boolean): RunAhead {
  const phases = syncPhases.slice(syncPhases.indexOf(run.phase));
  const left = phases.reduce((sum, phase) => sum + (itemsOf[platform].get(phase) ?? 0), 0);
  return {
    purpose: isScheduled(run) ? "tracked" : "on_demand",
    phase: run.phase,
    is_first_read: isFirstRead(run),
    phase_items_done: run.itemsDone,
    items_left: Math.max(0, left - run.itemsDone),
    next_batch: run.nextBatch,
    has_waited_long: hasWaitedLong,
  };
}
