import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import { costEntries, type RequestCosts, timesCosts } from "../../lib/domain/store-hosts.ts";
import type { Assumed } from "./assumptions.ts";
import { laterCosts } from "./read-costs.ts";
import { type Kind, pagesOf, starsOf } from "./simulation/read-dates.ts";
import { type Batch, batchOf } from "./sync-shape.ts";

/** `first`: the month in which all apps are synced for the first time. `later`: all have long been followed. */
export type Month = "first" | "later";

export type LaterBatch = { readonly batch: Batch; readonly share: number };

/** `needed` requests are sent on the day or soon after it. `periodic` ones are refreshes, sent if tokens are left. */
export type LaterBatches = { readonly needed: readonly LaterBatch[]; readonly periodic: readonly LaterBatch[] };

export function laterBatches(platform: Platform, month: Month, assumed: Assumed): LaterBatches {
  const { identity, page, stars } = laterCosts[platform];
  const soldShare = assumed[`${platform}SoldShare`];
  const [pages, storefronts] = [pagesOf(platform, soldShare), starsOf(platform, soldShare)];
  const { primary, others } = slotsPerDay(pages, month);
  const unread = pages.changing - primary - (pages.withIdentity === null ? 0 : 1);
  // The periodic refreshes of pages that a run reads anyway, because a new version changes their language.
  const othersChanging = (others * unread) / (pages.isPrimary.length - primary - (pages.withIdentity === null ? 0 : 1));
  const turnsOfStars = slotsPerDay(storefronts, month);
  const starsRead = platformFacts[platform].hasGlobalMetrics
    ? 1
    : turnsOfStars.primary + turnsOfStars.others + assumed.movedStars * storefronts.isPrimary.length;
  const changed = averageOf(page, primary + assumed.changedApps * (unread - othersChanging));
  return {
    needed: [averageOf(identity, 1), changed].filter(isRequested),
    periodic: [averageOf(page, others), averageOf(stars, starsRead)].filter(isRequested),
  };
}

const MONTH_DAYS = 365 / 12;

export function slotsPerDay(
  { isPrimary, primaryDays, otherDays, inTurnMax, isSpread, withIdentity }: Kind,
  month: Month,
): { readonly primary: number; readonly others: number } {
  const all = isPrimary.filter(Boolean).length;
  const primary = withIdentity === null ? all : all - 1;
  // Some of the parts that were all read at the beginning are due by the end.
  const least = isSpread ? 0.5 : 1;
  // This is the mean of 1 / x for x between a half and one.
  const later = (isSpread ? 2 * Math.LN2 : 1) / otherDays;
  const reached = (MONTH_DAYS / otherDays - least) / (1 - least);
  const first = Math.min(1, Math.max(0, Number.isNaN(reached) ? 0 : reached)) / MONTH_DAYS;
  return {
    primary: primary / Math.max(1, primaryDays),
    others: Math.min(inTurnMax, (isPrimary.length - all) * (month === "first" ? first : later)),
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
  const { needed, periodic } = laterBatches(platform, month, assumed);
  const costsOf = (batches: readonly LaterBatch[]) =>
    sumOfCosts(batches.map(({ batch, share }) => timesCosts(batch.costs, share)));
  return { needed: costsOf(needed), periodic: costsOf(periodic) };
}

export function sumOfCosts(all: readonly RequestCosts[]): RequestCosts {
  const sum: Record<string, number> = {};
  for (const [hostClass, requests] of all.flatMap(costEntries)) sum[hostClass] = (sum[hostClass] ?? 0) + requests;
  return sum;
}
