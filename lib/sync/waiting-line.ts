import type { WaitingRun } from "../../db/queries/runs/waiting-runs.ts";
import type { WaitingBatch, WaitingWorkRows } from "../../db/queries/runs/waiting-work.ts";
import { LIMITED_BATCH_ITEMS } from "../domain/call-limits.ts";
import { type Country, storefrontCodes } from "../domain/country.ts";
import type { WaitingWork } from "../domain/dispatch.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { callCosts, itemCosts, partCosts, storefrontAppsCosts } from "../domain/request-costs.ts";
import { floorOf, isAwaited, type RequestPurpose } from "../domain/request-purpose.ts";
import { type RequestCosts, timesCosts } from "../domain/store-hosts.ts";
import { countItems, FIRST_PHASE, REPAIR_PHASE } from "../domain/sync-phase.ts";

export type LineEntry = WaitingWork & ({ readonly run: WaitingRun } | { readonly batch: WaitingBatch });

/** The fields of a run that decide for which requests it waits. */
export type RunAhead = Pick<
  WaitingRun,
  "has_waited_long" | "is_first_read" | "items_left" | "next_batch" | "phase" | "phase_items_done" | "purpose"
>;

/** Express batches go before pages of runs that were requested up to this much earlier. */
export const BATCHES_AHEAD_SECONDS = 120;

/**
 * Returns the work that waits for a store's tokens. First reads come first. Users' runs and express batches follow by
 * place, then scheduled runs, cheapest first.
 */
export function waitingLine(
  { runs, batches }: Pick<WaitingWorkRows, "runs" | "batches">,
  { countries, platform }: { readonly countries: readonly Country[]; readonly platform: Platform },
): readonly LineEntry[] {
  const entries = runs.map((run): LineEntry => ({ ...workOf(run, countries, platform), ...stateOf(run), run }));
  const firstReads = entries.filter(({ purpose }) => purpose === "first_read");
  const requested = entries.filter(({ purpose }) => purpose === "requested");
  const scheduled = entries.filter(({ purpose }) => !isAwaited(purpose)).toSorted(byTokensNeeded);
  return [...firstReads, ...[...batches.map(batchEntry), ...requested].toSorted(byPlace), ...scheduled];
}

type Gathering = Omit<
  WaitingWorkRows,
  "batches" | "buckets" | "has_charts" | "has_sweep" | "runs" | "sweep_per_minute"
> & {
  readonly batches: readonly unknown[];
  readonly runs: readonly Pick<WaitingRun, "phase" | "purpose">[];
};

/** Returns the express shard that will soon be planned for waiting apps and early runs; none while one is read. */
export function shardToCome(
  { batches, express_gathering_seconds, express_rest_seconds, has_express_apps, runs }: Gathering,
  { countries, platform }: { readonly countries: readonly Country[]; readonly platform: Platform },
): readonly WaitingWork[] {
  const willWait = ({ phase, purpose }: Gathering["runs"][number]) =>
    purpose === "on_demand" && (phase === "identity" || phase === "listings");
  const comes = platformFacts[platform].hasStorefrontApps && batches.length === 0;
  if (!comes || !(has_express_apps || runs.some(willWait))) return [];
  const storefronts = storefrontCodes(countries, platform).length;
  const readySeconds = Math.max(express_rest_seconds, runs.some(willWait) ? 0 : express_gathering_seconds);
  const costsLeft = timesCosts(storefrontAppsCosts, storefronts);
  return [{ purpose: "requested", costs: storefrontAppsCosts, costsLeft, readySeconds, isSent: false }];
}

/** Cheaper scheduled work finds its tokens first, whatever its place. */
function byTokensNeeded(one: LineEntry, other: LineEntry): number {
  return floorOf(one.purpose, 0) - floorOf(other.purpose, 0);
}

function byPlace(one: LineEntry, other: LineEntry): number {
  return placeOf(other) - placeOf(one);
}

function placeOf(entry: LineEntry): number {
  return "run" in entry ? entry.run.place_seconds : entry.batch.place_seconds + BATCHES_AHEAD_SECONDS;
}

function batchEntry(batch: WaitingBatch): LineEntry {
  const costs = storefrontAppsCosts;
  return { batch, purpose: "requested", costs, costsLeft: costs, ...stateOf(batch) };
}

export function workOf(
  run: RunAhead,
  countries: readonly Country[],
  platform: Platform,
): Batch & Pick<WaitingWork, "costsLeft"> {
  const { has_waited_long, next_batch } = run;
  const { costs, purpose } = has_waited_long ? deliveredAnyway : (next_batch ?? expectedBatch(run, platform));
  return { costs, purpose, costsLeft: requestsLeft(run, countries, platform) ?? costs };
}

function stateOf({ is_sent, ready_seconds }: Pick<WaitingRun, "is_sent" | "ready_seconds">) {
  return { isSent: is_sent, readySeconds: ready_seconds };
}

/** Only a delivery can leave a scheduled run's batch to the next run, so a run that waited long needs no tokens. */
const deliveredAnyway = { costs: {}, purpose: "page" } as const;

type Batch = { readonly costs: RequestCosts; readonly purpose: RequestPurpose };

function expectedBatch({ is_first_read, items_left, phase, purpose }: RunAhead, platform: Platform): Batch {
  if (phase === "finalize") return { costs: {}, purpose: purpose === "tracked" ? "page" : "requested" };
  if (phase === REPAIR_PHASE) return { costs: itemCosts[platform], purpose: "page" };
  if (purpose === "tracked")
    return { costs: scheduledCosts(phase, platform), purpose: scheduledPurpose(phase, platform) };
  if (is_first_read) {
    return {
      costs: phase === "identity" ? callCosts[platform].fetchIdentity : itemCosts[platform],
      purpose: "first_read",
    };
  }
  const readsPrimaryAlone = phase === "metrics" && platformFacts[platform].hasStorefrontApps;
  const items = readsPrimaryAlone ? 1 : Math.min(LIMITED_BATCH_ITEMS, Math.max(1, items_left));
  return { costs: timesCosts(itemCosts[platform], items), purpose: "requested" };
}

/**
 * A scheduled run requests identity if no sweep has read it. Its other requests are few and mostly periodic refreshes,
 * so its deliveries decide their costs.
 */
function scheduledCosts(phase: WaitingRun["phase"], platform: Platform): RequestCosts {
  const { hasGlobalMetrics } = platformFacts[platform];
  return phase === FIRST_PHASE && hasGlobalMetrics ? itemCosts[platform] : {};
}

function scheduledPurpose(phase: WaitingRun["phase"], platform: Platform): RequestPurpose {
  return phase === FIRST_PHASE && platformFacts[platform].hasGlobalMetrics ? "sweep" : "page";
}

/**
 * Returns the most requests that a run still makes; express shards read its storefronts. For a scheduled run, they are
 * known only if it reads the pages of a new version.
 */
function requestsLeft(
  { items_left, next_batch, phase, phase_items_done, purpose }: RunAhead,
  countries: readonly Country[],
  platform: Platform,
): RequestCosts | undefined {
  if (phase === "finalize" || phase === REPAIR_PHASE) return undefined;
  const { hasStorefrontApps } = platformFacts[platform];
  if (purpose === "tracked") {
    if (phase !== "listings" || !needsPages(next_batch)) return undefined;
    return timesCosts(partCosts.page, Math.max(0, countItems(countries, platform, ["listings"]) - phase_items_done));
  }
  if (!hasStorefrontApps) return timesCosts(itemCosts[platform], items_left);
  const languages = countItems(countries, platform, ["listings"]);
  const listings = { identity: languages, listings: Math.max(0, languages - phase_items_done), metrics: 0 }[phase];
  return timesCosts(needsPages(next_batch) ? partCosts.page : itemCosts[platform], listings + 1);
}

function needsPages(nextBatch: WaitingRun["next_batch"]): boolean {
  const costs = nextBatch?.costs ?? {};
  return (costs.apps_page ?? 0) > 0 && (costs.itunes_lookup ?? 0) === 0;
}
