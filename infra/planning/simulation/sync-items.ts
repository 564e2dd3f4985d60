import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import { callCosts, itemCosts, partCosts } from "../../../lib/domain/request-costs.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import type { ItemPhase } from "../../../lib/domain/sync-phase.ts";
import { laterCosts } from "../read-costs.ts";
import { type Items, itemsOf, type Run, shownByIdentity } from "./run.ts";
import type { Store, World } from "./world.ts";

/** Returns the requests of a run's phase: the first read, then needed items, then periodic refreshes. */
export function planItems(world: World, store: Store, run: Run): Items[] {
  const { isRequested, isWhole, phase } = run;
  const { platform } = store;
  if (phase === "identity") {
    const costs = isWhole ? callCosts[platform].fetchIdentity : laterCosts[platform].identity;
    const scheduled = platformFacts[platform].hasGlobalMetrics ? "sweep" : "page";
    return [itemsIn(1, costs, isRequested ? "first_read" : scheduled)];
  }
  if (phase !== "listings" && phase !== "metrics") return [];
  return isWhole ? wholeItems(world, store, run, phase) : dueItems(world, store, run, phase);
}

function itemsIn(count: number, costs: RequestCosts, purpose: RequestPurpose): Items {
  return {
    costs,
    purpose,
    places: Array.from({ length: countRequests(costs) === 0 ? 0 : count }, (_, place) => place),
  };
}

function wholeItems({ settings }: World, { platform }: Store, run: Run, phase: ItemPhase): Items[] {
  const { isDeferred, isFirst, isRequested } = run;
  const { hasGlobalMetrics } = platformFacts[platform];
  const sharesSweep = isSwept(platform, settings.sweep);
  const purpose = isRequested && !isDeferred ? "requested" : "page";
  const all = (itemsOf[platform].get(phase) ?? 0) - shownByIdentity(platform, phase);
  // Google Play's storefronts with the app are not requested again. The same holds for storefronts that a shard reads.
  if (phase === "metrics" && hasGlobalMetrics && !isFirst) return [];
  if (phase === "metrics") return [itemsIn(sharesSweep ? 1 : all, itemCosts[platform], purpose)];
  // Sweeps have read the texts of nearly all versions of apps that have long been followed.
  const costs = sharesSweep && !isFirst ? partCosts.page : itemCosts[platform];
  const primary = Number(isRequested && !hasGlobalMetrics);
  return [itemsIn(primary, costs, "first_read"), itemsIn(all - primary, costs, purpose)];
}

function dueItems({ events }: World, { apps, pages, platform, stars }: Store, { app }: Run, phase: ItemPhase): Items[] {
  const costs = laterCosts[platform][phase === "listings" ? "page" : "stars"];
  if (countRequests(costs) === 0) return [];
  // A new version does not change stars.
  const due =
    phase === "listings"
      ? pages.findDue(app, { now: events.time, changedAt: apps.changedAt[app] ?? 0 })
      : stars.findDue(app, { now: events.time, changedAt: Number.NEGATIVE_INFINITY });
  return [
    { costs, purpose: "page", places: due.needed },
    { costs, purpose: "rotation", places: due.periodic },
  ];
}

/** Returns whether a run without tokens leaves its items to the next run. */
export function mayBeLeft({ events }: World, store: Store, run: Run, purpose: RequestPurpose): boolean {
  if (purpose === "rotation") return true;
  const hasWaited = events.time - run.queuedAt >= CHANGED_PAGES_WAIT_HOURS * 3_600;
  return (hasWaited || store.areOwnPagesLate) && mayLeavePages(run);
}

/** A first sync needs all its pages. */
export function mayLeavePages({ isWhole, phase }: Run): boolean {
  return !isWhole && phase === "listings";
}
