import { FEWEST_ITEMS } from "../domain/call-limits.ts";
import type { Platform } from "../domain/platform.ts";
import { itemCosts, partCosts } from "../domain/request-costs.ts";
import type { RequestPurpose } from "../domain/request-purpose.ts";
import { type RequestCosts, timesCosts } from "../domain/store-hosts.ts";
import { isForPart, type RequestedItem, type SyncItem } from "./plan.ts";
import type { StorefrontAvailability } from "./storefront-availability.ts";

export type PendingItems = Map<SyncItem, readonly string[]>;

/**
 * Returns one item per storefront until it is known to have the app, so a storefront without it gets only one request.
 * Items with a missing part have their own batches first, and periodic refreshes have theirs last.
 */
export function nextBatch(
  pending: ReadonlyMap<SyncItem, readonly string[]>,
  availability: Pick<StorefrontAvailability, "isUnavailable" | "wasRequested">,
  { batchItemsMax }: { readonly batchItemsMax: number },
): readonly RequestedItem[] {
  const next: RequestedItem[] = [];
  const first = new Set<string>();
  for (const [item, storefronts] of pending) {
    const country = storefronts.find((code) => !availability.isUnavailable(code, item));
    if (country === undefined) continue;
    if (first.has(country) && !availability.wasRequested(country)) continue;
    first.add(country);
    next.push({ item, country });
  }
  const [periodic, needed] = [next.filter(({ item }) => item.isPeriodic), next.filter(({ item }) => !item.isPeriodic)];
  const from = needed.length > 0 ? needed : periodic;
  const parts = from.filter(isForPart);
  return (parts.length > 0 ? parts : from).slice(0, batchItemsMax);
}

export function requestsFor(
  platform: Platform,
  requested: readonly RequestedItem[],
  purpose: RequestPurpose = "page",
): { readonly costs: RequestCosts; readonly purpose: RequestPurpose } {
  const part = requested.find(isForPart);
  const ofPart = part?.item.locale === null ? partCosts.stars : partCosts.page;
  return {
    costs: timesCosts(part === undefined ? itemCosts[platform] : ofPart, requested.length),
    purpose: requested.some(({ item }) => item.isPeriodic) ? "rotation" : purpose,
  };
}

/**
 * Returns the first items of a batch, which may fit beside the daily reads of their host. Returns undefined if there
 * are no further items, or for App Store pages, whose host has no daily reads.
 */
export function firstThatFit(requested: readonly RequestedItem[]): readonly RequestedItem[] | undefined {
  const isAlone = requested.some((one) => isForPart(one) && one.item.locale !== null);
  return isAlone || requested.length <= FEWEST_ITEMS ? undefined : requested.slice(0, FEWEST_ITEMS);
}

/**
 * If the requested items are periodic refreshes, removes and returns all pending periodic refreshes, which are left to
 * the next run. Else returns none.
 */
export function leavePeriodicItems(pending: PendingItems, requested: readonly RequestedItem[]): readonly SyncItem[] {
  if (!requested.some(({ item }) => item.isPeriodic)) return [];
  const left = [...pending.keys()].filter(({ isPeriodic }) => isPeriodic);
  for (const item of left) pending.delete(item);
  return left;
}
