import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import { callCosts, itemCosts, partCosts } from "../../../lib/domain/request-costs.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { laterCosts } from "../read-costs.ts";
import { rangeOf } from "./fleet.ts";
import type { ReadDates } from "./read-dates.ts";
import { type Items, itemsOf, type Run, shownByIdentity } from "./run-state.ts";
import type { World } from "./world.ts";

const HOUR_SECONDS = 3_600;

/** Returns what the phase of a run requests: the first look, what is needed, and last what only comes round. */
export function planItems(world: World, run: Run): Items[] {
  if (run.phase === "reconciling") return [itemsIn(run.failedItems, itemCosts[run.platform], "page")];
  if (run.phase === "identity") return identityItems(run);
  if (run.phase === "finalize") return [];
  return run.isWhole ? wholeItems(world, run) : dueItems(world, run);
}

function itemsIn(count: number, costs: RequestCosts, purpose: RequestPurpose): Items {
  return { costs, purpose, places: Array.from({ length: count }, (_, place) => place) };
}

function identityItems({ isOnDemand, isWhole, platform }: Run): Items[] {
  const costs = isWhole ? callCosts[platform].fetchIdentity : laterCosts[platform].identity;
  if (countRequests(costs) === 0) return [];
  const scheduled = platformFacts[platform].hasGlobalMetrics ? "sweep" : "page";
  return [itemsIn(1, costs, isOnDemand ? "first_read" : scheduled)];
}

/** What the rest of a run is for, once its first look is over. */
function restPurpose({ isDeferred, isOnDemand }: Run): RequestPurpose {
  return isOnDemand && !isDeferred ? "requested" : "page";
}

function wholeItems({ settings }: World, run: Run): Items[] {
  const { isFirst, isOnDemand, phase, platform } = run;
  const { hasGlobalMetrics } = platformFacts[platform];
  const sharesSweep = isSwept(platform, settings.sweep);
  const purpose = restPurpose(run);
  const all = itemsOf[platform][phase] - shownByIdentity(platform, phase);
  if (phase === "metrics") {
    // The storefronts of Google Play that have the app are not requested again, nor are those that a shard reads.
    const isRead = hasGlobalMetrics && !isFirst;
    const count = sharesSweep ? 1 : all;
    return [itemsIn(isRead ? 0 : count, itemCosts[platform], purpose)];
  }
  // A sweep has read the texts of nearly all versions of apps that have long been followed.
  const costs = sharesSweep && !isFirst ? partCosts.page : itemCosts[platform];
  if (!isOnDemand || hasGlobalMetrics) return [itemsIn(all, costs, purpose)];
  return [itemsIn(1, costs, "first_read"), itemsIn(all - 1, costs, purpose)];
}

/** The parts of an app whose dates of reading a phase decides by, and moves. */
export function datesOf({ stores }: World, { phase, platform }: Run): ReadDates | undefined {
  if (phase === "listings") return stores[platform].pages;
  return phase === "metrics" && stores[platform].stars.count > 0 ? stores[platform].stars : undefined;
}

function dueItems(world: World, run: Run): Items[] {
  const { events, fleet } = world;
  const { app, phase, platform } = run;
  const costs = laterCosts[platform][phase === "listings" ? "page" : "stars"];
  const dates = datesOf(world, run);
  if (dates === undefined || countRequests(costs) === 0) return [];
  // Stars do not follow from a version.
  const changedAt = phase === "listings" ? (fleet.changedAt[app] ?? 0) : Number.NEGATIVE_INFINITY;
  const { inTurn, needed } = dates.findDue(placeOf(world, run), { now: events.time, changedAt });
  return [
    { costs, purpose: "page", places: needed },
    { costs, purpose: "rotation", places: inTurn },
  ];
}

/** Records the reads of a batch. A whole run reads all parts, but where it shares a sweep only the first stars. */
export function recordReads(world: World, run: Run, places: readonly number[]): void {
  const dates = datesOf(world, run);
  if (dates === undefined || run.phase === "reconciling") return;
  const isAll = run.isWhole && places.length > 0 && run.phase === "listings";
  dates.record(placeOf(world, run), isAll ? "all" : places, world.events.time);
}

/** Returns the place of an app among those of its platform. */
function placeOf({ fleet }: World, { app, platform }: Run): number {
  return app - rangeOf(fleet, platform)[0];
}

/** Returns whether a run that finds no tokens leaves what it requests to the next one. */
export function mayBeLeft({ areOwnPagesLate, events }: World, run: Run, purpose: RequestPurpose): boolean {
  if (purpose === "rotation") return true;
  const hasWaited = events.time - run.queuedAt >= CHANGED_PAGES_WAIT_HOURS * HOUR_SECONDS;
  return (hasWaited || areOwnPagesLate[run.platform]) && !run.isWhole && run.phase === "listings";
}
