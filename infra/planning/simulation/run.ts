import { countries } from "../../../db/seeds/countries.ts";
import type { WaitingWork } from "../../../lib/domain/dispatch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { countItems, type SyncPhase, syncPhases } from "../../../lib/domain/sync-phase.ts";
import type { RunAhead } from "../../../lib/sync/waiting-line.ts";
import { perPlatform } from "../pipeline-settings.ts";
import type { Process } from "./events.ts";

/** Consumes a message. Returns what is done once the delivery has ended. */
export type Consume = () => Process<(() => void) | undefined>;

export type WorkQueue = {
  readonly maxConcurrency: number;
  readonly waiting: Consume[];
  busy: number;
};

/** A run, or a batch of an express shard, that waits in its row for tokens. */
export type Entry = Omit<WaitingWork, "isSent" | "readySeconds"> & {
  /** Those with a lower rank come first, then those with an earlier place. */
  readonly rank: number;
  readonly placeAt: number;
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

/** In a deferred sync, the user awaits only the first read. A first sync is one of a new app. */
export type Request = { readonly isRequested: boolean; readonly isDeferred: boolean; readonly isFirst: boolean };

export type Run = Request & {
  readonly app: number;
  readonly isWhole: boolean;
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

/** The items of a run from each phase on, which take long to count. */
const itemsFrom = perPlatform(
  (platform) =>
    new Map(syncPhases.map((phase, place) => [phase, countItems(countries, platform, syncPhases.slice(place))])),
);

export function aheadOf(platform: Platform, run: Run, hasWaitedLong: boolean): RunAhead {
  return {
    purpose: isScheduled(run) ? "tracked" : "on_demand",
    phase: run.phase,
    is_first_read: isFirstRead(run),
    phase_items_done: run.itemsDone,
    items_left: Math.max(0, (itemsFrom[platform].get(run.phase) ?? 0) - run.itemsDone),
    next_batch: run.nextBatch,
    has_waited_long: hasWaitedLong,
  };
}
