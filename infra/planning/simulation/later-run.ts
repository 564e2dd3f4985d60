import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { countRequests } from "../../../lib/domain/store-hosts.ts";
import { laterCosts } from "../read-costs.ts";
import { type Batch, batchOf } from "../sync-shape.ts";
import { type Fleet, phaseNumbers, platformOf, rangeOf } from "./fleet.ts";
import type { DueBatch, ReadDates } from "./read-dates.ts";
import type { World } from "./world.ts";

const HOUR_SECONDS = 3_600;

/** Whether the run of an app reads all of it: one that a user requests, or each where nothing else reads the app. */
export function isWhole({ fleet, settings }: World, app: number): boolean {
  return fleet.isOnDemand[app] === 1 || settings.readsAll[platformOf(fleet, app)];
}

/** What a run requests next, and what for. */
export type NextBatch = { readonly batch: Batch; readonly purpose: RequestPurpose };

/** Returns what a scheduled run requests next of an app that was read before; undefined when nothing is left. */
export function nextReads(world: World, app: number): NextBatch | undefined {
  const { fleet } = world;
  const platform = platformOf(fleet, app);
  const phase = fleet.phase[app] ?? 0;
  const costs = costsOf(platform, phase);
  const due = countRequests(costs) === 0 ? undefined : readNow(world, app);
  if (due === undefined) return undefined;
  return { batch: batchOf(due.items.length, costs), purpose: phase === phaseNumbers.identity ? "sweep" : due.purpose };
}

/** Whether a run that finds no tokens leaves what it requests to the next one. */
export function mayBeLeft({ areOwnPagesLate, events, fleet }: World, app: number, purpose: RequestPurpose): boolean {
  if (purpose === "rotation") return true;
  const hasWaited = events.time - (fleet.queuedAt[app] ?? 0) >= CHANGED_PAGES_WAIT_HOURS * HOUR_SECONDS;
  return (
    (hasWaited || areOwnPagesLate[platformOf(fleet, app)]) &&
    fleet.isOnDemand[app] === 0 &&
    fleet.phase[app] === phaseNumbers.listings
  );
}

/** Records that the batch of a run was read, and returns whether it was the last one of its phase. */
export function endReading(world: World, app: number): boolean {
  return isWhole(world, app) ? endWholeBatch(world, app) : endDueBatch(world, app);
}

function endWholeBatch(world: World, app: number): boolean {
  const { events, fleet } = world;
  const platform = platformOf(fleet, app);
  const phase = fleet.phase[app] ?? 0;
  const batches = world.batches[platform][phase] ?? [];
  const isLast = (fleet.batch[app] ?? 0) + 1 === batches.length;
  const dates = datesOf(world, platform, phase);
  if (!isLast || dates === undefined) return isLast;
  // Where new apps share a sweep, stars are read in the storefront of identity alone.
  const isShared = batches.reduce((sum, { items }) => sum + items, 0) < dates.count;
  dates.record(indexOf(fleet, app), isShared ? ONE_ITEM : "all", events.time);
  return isLast;
}

function endDueBatch(world: World, app: number): boolean {
  const { events, fleet, toRead } = world;
  const dates = datesOf(world, platformOf(fleet, app), fleet.phase[app] ?? 0);
  if (dates?.count) dates.record(indexOf(fleet, app), readNow(world, app)?.items ?? [], events.time);
  const isLast = (fleet.batch[app] ?? 0) + 1 >= (toRead.get(app)?.length ?? 0);
  if (isLast) toRead.delete(app);
  return isLast;
}

/** Returns the place of an app among those of its platform. */
function indexOf(fleet: Fleet, app: number): number {
  return app - rangeOf(fleet, platformOf(fleet, app))[0];
}

/** Returns the run's next batch. What is due is decided when its phase begins. */
function readNow(world: World, app: number): DueBatch | undefined {
  const { fleet, toRead } = world;
  const due = toRead.get(app) ?? planReads(world, app);
  toRead.set(app, due);
  return due[fleet.batch[app] ?? 0];
}

const ONE_ITEM = [0];

function planReads(world: World, app: number): readonly DueBatch[] {
  const { events, fleet, limits, pages } = world;
  const platform = platformOf(fleet, app);
  const dates = datesOf(world, platform, fleet.phase[app] ?? 0);
  if (dates === undefined || dates.count === 0) return [{ items: ONE_ITEM, purpose: "page" }];
  // Stars do not follow from a version.
  const changedAt = dates === pages[platform] ? (fleet.changedAt[app] ?? 0) : Number.NEGATIVE_INFINITY;
  const { inTurn, needed } = dates.findDue(indexOf(fleet, app), { now: events.time, changedAt });
  const itemsMax = limits[platform].batchItemsMax;
  const batches = (items: readonly number[], purpose: RequestPurpose) =>
    Array.from({ length: Math.ceil(items.length / itemsMax) }, (_, index) => {
      return { items: items.slice(index * itemsMax, (index + 1) * itemsMax), purpose };
    });
  return [...batches(needed, "page"), ...batches(inTurn, "rotation")];
}

function datesOf({ pages, stars }: World, platform: Platform, phase: number): ReadDates | undefined {
  if (phase === phaseNumbers.listings) return pages[platform];
  return phase === phaseNumbers.metrics ? stars[platform] : undefined;
}

function costsOf(platform: Platform, phase: number) {
  if (phase === phaseNumbers.identity) return laterCosts[platform].identity;
  return phase === phaseNumbers.listings ? laterCosts[platform].page : laterCosts[platform].stars;
}
