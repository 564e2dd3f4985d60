import { BATCH_ITEMS_MAX } from "../../../lib/domain/call-limits.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { countRequests } from "../../../lib/domain/store-hosts.ts";
import { laterCosts } from "../read-costs.ts";
import { type Batch, batchOf } from "../sync-shape.ts";
import { type Fleet, phaseNumbers, platformOf, rangeOf } from "./fleet.ts";
import type { ReadDates } from "./read-dates.ts";
import type { World } from "./world.ts";

/** Whether the run of an app reads all of it: one that a user requests, or each where nothing else reads the app. */
export function isWhole({ fleet, settings }: World, app: number): boolean {
  return fleet.isOnDemand[app] === 1 || settings.readsAll[platformOf(fleet, app)];
}

/** Returns what a scheduled run requests next of an app that was read before; undefined when nothing is left. */
export function nextReads(world: World, app: number): Batch | undefined {
  const { fleet } = world;
  const platform = platformOf(fleet, app);
  const costs = costsOf(platform, fleet.phase[app] ?? 0);
  const items = countRequests(costs) === 0 ? 0 : readNow(world, app).length;
  return items === 0 ? undefined : batchOf(items, costs);
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
  if (dates?.count) dates.record(indexOf(fleet, app), readNow(world, app), events.time);
  const batches = (fleet.batch[app] ?? 0) + 1;
  const isLast = batches * BATCH_ITEMS_MAX >= (toRead.get(app)?.length ?? 0);
  if (isLast) toRead.delete(app);
  return isLast;
}

/** Returns the place of an app among those of its platform. */
function indexOf(fleet: Fleet, app: number): number {
  return app - rangeOf(fleet, platformOf(fleet, app))[0];
}

/** Returns the items of the run's next batch. What is due is decided when its phase begins. */
function readNow(world: World, app: number): readonly number[] {
  const { fleet, toRead } = world;
  const batch = fleet.batch[app] ?? 0;
  const due = batch === 0 ? findDue(world, app) : (toRead.get(app) ?? []);
  toRead.set(app, due);
  return due.slice(batch * BATCH_ITEMS_MAX, (batch + 1) * BATCH_ITEMS_MAX);
}

const ONE_ITEM = [0];

function findDue(world: World, app: number): readonly number[] {
  const { events, fleet, pages, toRead } = world;
  const platform = platformOf(fleet, app);
  const dates = datesOf(world, platform, fleet.phase[app] ?? 0);
  // Identity, and metrics that are global.
  if (dates === undefined || dates.count === 0) return ONE_ITEM;
  const known = toRead.get(app);
  // Stars do not follow from a version.
  const changedAt = dates === pages[platform] ? (fleet.changedAt[app] ?? 0) : Number.NEGATIVE_INFINITY;
  return known ?? dates.findDue(indexOf(fleet, app), { now: events.time, changedAt });
}

function datesOf({ pages, stars }: World, platform: Platform, phase: number): ReadDates | undefined {
  if (phase === phaseNumbers.listings) return pages[platform];
  return phase === phaseNumbers.metrics ? stars[platform] : undefined;
}

function costsOf(platform: Platform, phase: number) {
  if (phase === phaseNumbers.identity) return laterCosts[platform].identity;
  return phase === phaseNumbers.listings ? laterCosts[platform].page : laterCosts[platform].stars;
}
