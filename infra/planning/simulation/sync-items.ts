import { CHANGED_PAGES_WAIT_HOURS, periodicPerRun } from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { callCosts, itemCosts, partCosts } from "../../../lib/domain/request-costs.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import type { ItemPhase } from "../../../lib/domain/sync-phase.ts";
import { laterCosts } from "../read-costs.ts";
import { type Items, isScheduled, itemsOf, type Run } from "./run.ts";
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

function wholeItems(world: World, store: Store, run: Run, phase: ItemPhase): Items[] {
  const purpose = run.isRequested && !run.isDeferred ? "requested" : "page";
  const { pages, platform } = store;
  if (!platformFacts[platform].hasGlobalMetrics) return appStoreItems(world, store, run, { phase, purpose });
  // Storefronts with the app are not requested again.
  const places = phase === "listings" ? pages.languages : run.isFirst ? pages.storefronts : [];
  return [{ costs: itemCosts[platform], purpose, places }];
}

type Planned = { readonly phase: ItemPhase; readonly purpose: RequestPurpose };

function appStoreItems({ settings }: World, { platform }: Store, run: Run, { phase, purpose }: Planned): Items[] {
  const all = itemsOf[platform].get(phase) ?? 0;
  const sharesSweep = isSwept(platform, settings.sweep);
  if (phase === "metrics") return [itemsIn(sharesSweep ? 1 : all, itemCosts[platform], purpose)];
  // Sweeps have read the texts of nearly all versions of apps that have long been followed.
  const costs = sharesSweep && !run.isFirst ? partCosts.page : itemCosts[platform];
  const primary = Number(run.isRequested);
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

/**
 * Leaves other storefronts to the next run, but for those that find tokens at once, as a claim does: all that were
 * never read, and the oldest of the changed pages.
 */
export function leaveOthers(world: World, store: Store, run: Run): void {
  const hasWaited = world.events.time - run.queuedAt >= CHANGED_PAGES_WAIT_HOURS * 3_600;
  if (!(hasWaited || store.areOwnPagesLate) || !mayLeaveOthers(store.platform, run)) return;
  const needed = run.items?.filter(({ purpose }) => purpose !== "rotation");
  run.items = needed?.map(({ costs, places }) => ({
    costs,
    purpose: "rotation",
    places: run.isWhole ? places : places.slice(0, periodicPerRun[store.platform]),
  }));
}

/** The first sync of an App Store app needs all its pages. */
export function mayLeaveOthers(platform: Platform, run: Run): boolean {
  if (platformFacts[platform].hasGlobalMetrics) return isScheduled(run) && run.phase !== "identity";
  return !run.isWhole && run.phase === "listings";
}
