import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import { costEntries, type RequestCosts, timesCosts } from "../../lib/domain/store-hosts.ts";
import type { Assumed } from "./assumptions.ts";
import { laterCosts } from "./read-costs.ts";
import { pagesOf, starsOf, turnsPerDay } from "./simulation/read-dates.ts";
import { type Batch, batchOf } from "./sync-shape.ts";

/** `first`: the month in which all apps are synced for the first time. `later`: all have long been followed. */
export type Month = "first" | "later";

/** A batch of a later sync, on average; `share` of the syncs have it. */
export type LaterBatch = { readonly batch: Batch; readonly share: number };

/** Returns what a scheduled sync requests of an app that was synced before, on average. */
export function laterBatches(platform: Platform, month: Month, assumed: Assumed): readonly LaterBatch[] {
  const { identity, page, stars } = laterCosts[platform];
  const [pages, storefronts] = [pagesOf(platform), starsOf(platform)];
  const { primary, others } = turnsPerDay(pages, { isSpread: true, month });
  const unread = pages.changing - primary - (pages.withIdentity === null ? 0 : 1);
  // The turns of pages whose language a new version makes a run read anyway.
  const othersChanging = (others * unread) / (pages.isPrimary.length - primary - (pages.withIdentity === null ? 0 : 1));
  const turnsOfStars = turnsPerDay(storefronts, { isSpread: false, month });
  const starsRead = platformFacts[platform].hasGlobalMetrics
    ? 1
    : turnsOfStars.primary + turnsOfStars.others + assumed.movedStars * storefronts.isPrimary.length;
  return [
    averageOf(identity, 1),
    averageOf(page, primary + others + assumed.changedApps * (unread - othersChanging)),
    averageOf(stars, starsRead),
  ].filter(({ batch, share }) => share > 0 && batch.requests > 0);
}

function averageOf(costs: RequestCosts, items: number): LaterBatch {
  return { batch: batchOf(Math.max(1, Math.round(items)), costs), share: items / Math.max(1, Math.round(items)) };
}

/** Returns the requests of a later sync, on average. */
export function laterSyncCosts(platform: Platform, month: Month, assumed: Assumed): RequestCosts {
  const all = laterBatches(platform, month, assumed).map(({ batch, share }) => timesCosts(batch.costs, share));
  return sumOfCosts(all);
}

export function sumOfCosts(all: readonly RequestCosts[]): RequestCosts {
  const sum: Record<string, number> = {};
  for (const [hostClass, requests] of all.flatMap(costEntries)) sum[hostClass] = (sum[hostClass] ?? 0) + requests;
  return sum;
}
