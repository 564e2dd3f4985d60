import { countries } from "../../../db/seeds/countries.ts";
import { CHANGED_PAGES_WAIT_HOURS, periodicPerRun } from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { callCosts, itemCosts, partCosts } from "../../../lib/domain/request-costs.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { countItems, type ItemPhase } from "../../../lib/domain/sync-phase.ts";
import { laterCosts } from "../read-costs.ts";
import { type Items, isScheduled, type Run } from "./run.ts";
import type { Store } from "./world.ts";

/** Returns the requests of a run's phase: the first read, then needed items, then periodic refreshes. */
export function planItems(store: Store, run: Run): Items[] {
  const { isRequested, isWhole, phase } = run;
  const { platform } = store;
  if (phase === "identity") {
    const costs = isWhole ? callCosts[platform].fetchIdentity : laterCosts[platform].identity;
    const scheduled = platformFacts[platform].hasGlobalMetrics ? "sweep" : "page";
    return [itemsIn(1, costs, isRequested ? "first_read" : scheduled)];
  }
  if (phase !== "listings" && phase !== "metrics") return [];
  return isWhole ? wholeItems(store, run, phase) : dueItems(store, run, phase);
}

function itemsIn(count: number, costs: RequestCosts, purpose: RequestPurpose): Items {
  return { costs, purpose, places: [...Array(countRequests(costs) === 0 ? 0 : count).keys()] };
}

function wholeItems(store: Store, run: Run, phase: ItemPhase): Items[] {
  const { pages, platform } = store;
  const purpose = run.isRequested && !run.isDeferred ? "requested" : "page";
  if (!platformFacts[platform].hasGlobalMetrics) return appStoreItems(store, run, phase, purpose);
  // Storefronts with the app are not requested again.
  const places = phase === "listings" ? pages.languages : run.isFirst ? pages.storefronts : [];
  return [{ costs: itemCosts[platform], purpose, places }];
}

function appStoreItems({ platform, settings }: Store, run: Run, phase: ItemPhase, purpose: RequestPurpose): Items[] {
  const all = countItems(countries, platform, [phase]);
  const sharesSweep = isSwept(platform, settings.sweep);
  if (phase === "metrics") return [itemsIn(sharesSweep ? 1 : all, itemCosts[platform], purpose)];
  // Sweeps have read the texts of nearly all versions of apps that have long been followed.
  const costs = sharesSweep && !run.isFirst ? partCosts.page : itemCosts[platform];
  const primary = Number(run.isRequested);
  return [itemsIn(primary, costs, "first_read"), itemsIn(all - primary, costs, purpose)];
}

function dueItems({ apps, events, pages, platform, stars }: Store, { app }: Run, phase: ItemPhase): Items[] {
  const [costs, dates] =
    phase === "listings" ? [laterCosts[platform].page, pages] : [laterCosts[platform].stars, stars];
  if (countRequests(costs) === 0) return [];
  const due = dates.findDue(app, { now: events.time, changedAt: apps.changedAt[app] ?? 0 });
  return [
    { costs, purpose: "page", places: due.needed },
    { costs, purpose: "rotation", places: due.periodic },
  ];
}

/**
 * Leaves other storefronts to the next run, but for those that find tokens at once, as a claim does: all that were
 * never read, and the oldest of the changed pages.
 */
export function leaveOthers({ areOwnPagesLate, events, platform }: Store, run: Run): void {
  const hasWaited = events.time - run.queuedAt >= CHANGED_PAGES_WAIT_HOURS * 3_600;
  if (!(hasWaited || areOwnPagesLate) || !mayLeaveOthers(platform, run)) return;
  const needed = run.items?.filter(({ purpose }) => purpose !== "rotation");
  run.items = needed?.map(({ costs, places }) => ({
    costs,
    purpose: "rotation",
    places: run.isWhole ? places : places.slice(0, periodicPerRun[platform]),
  }));
}

/** The first sync of an App Store app needs all its pages. */
export function mayLeaveOthers(platform: Platform, run: Run): boolean {
  if (platformFacts[platform].hasGlobalMetrics) return isScheduled(run) && run.phase !== "identity";
  return !run.isWhole && run.phase === "listings";
}
