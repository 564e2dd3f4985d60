import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import { costEntries, type RequestCosts, timesCosts } from "../../lib/domain/store-hosts.ts";
import type { Assumed } from "./assumptions.ts";
import { laterCosts } from "./read-costs.ts";
import { pagesOf, starsOf, turnsPerDay } from "./simulation/read-dates.ts";
import { type Batch, batchOf } from "./sync-shape.ts";

/** `first`: the month in which all apps are synced for the first time. `later`: all have long been followed. */
export type Month = "first" | "later";

export type LaterBatch = { readonly batch: Batch; readonly share: number };

/** `needed` requests are sent on the day or soon after it. `inTurn` ones are periodic refreshes, if tokens are left. */
export type LaterBatches = { readonly needed: readonly LaterBatch[]; readonly inTurn: readonly LaterBatch[] };

export function laterBatches(platform: Platform, month: Month, assumed: Assumed): LaterBatches {
  const { identity, page, stars } = laterCosts[platform];
  const [pages, storefronts] = [pagesOf(platform), starsOf(platform)];
  const { primary, others } = turnsPerDay(pages, { isSpread: true, month });
  const unread = pages.changing - primary - (pages.withIdentity === null ? 0 : 1);
  // The periodic refreshes of pages that a run reads anyway, because a new version changes their language.
  const othersChanging = (others * unread) / (pages.isPrimary.length - primary - (pages.withIdentity === null ? 0 : 1));
  const turnsOfStars = turnsPerDay(storefronts, { isSpread: false, month });
  const starsRead = platformFacts[platform].hasGlobalMetrics
    ? 1
    : turnsOfStars.primary + turnsOfStars.others + assumed.movedStars * storefronts.isPrimary.length;
  const changed = averageOf(page, primary + assumed.changedApps * (unread - othersChanging));
  return {
    needed: [averageOf(identity, 1), changed].filter(isRequested),
    inTurn: [averageOf(page, others), averageOf(stars, starsRead)].filter(isRequested),
  };
}

function isRequested({ batch, share }: LaterBatch): boolean {
  return share > 0 && batch.requests > 0;
}

function averageOf(costs: RequestCosts, items: number): LaterBatch {
  return { batch: batchOf(Math.max(1, Math.round(items)), costs), share: items / Math.max(1, Math.round(items)) };
}

export function laterSyncCosts(platform: Platform, month: Month, assumed: Assumed): RequestCosts {
  return sumOfCosts(Object.values(laterCostsByNeed(platform, month, assumed)));
}

export function laterCostsByNeed(platform: Platform, month: Month, assumed: Assumed) {
  const { needed, inTurn } = laterBatches(platform, month, assumed);
  const costsOf = (batches: readonly LaterBatch[]) =>
    sumOfCosts(batches.map(({ batch, share }) => timesCosts(batch.costs, share)));
  return { needed: costsOf(needed), inTurn: costsOf(inTurn) };
}

export function sumOfCosts(all: readonly RequestCosts[]): RequestCosts {
  const sum: Record<string, number> = {};
  for (const [hostClass, requests] of all.flatMap(costEntries)) sum[hostClass] = (sum[hostClass] ?? 0) + requests;
  return sum;
}
