import { OWN_PAGE_LATE_DAYS } from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { COOLDOWN_SECONDS, FAILED_RETRY_HOURS } from "../../../lib/domain/sync-pace.ts";
import { addCalls } from "../activity.ts";
import { dispatchSyncs } from "./dispatch.ts";
import { platformOf, rangeOf } from "./fleet.ts";
import { drawCount } from "./random.ts";
import { wait } from "./run-phase.ts";
import { type Run, waitsForBatch } from "./run-state.ts";
import type { World } from "./world.ts";

const [DAY_SECONDS, HOUR_SECONDS] = [86_400, 3_600];

/** lib/sync/start-due-syncs.ts */
export function startDueSyncs(world: World): void {
  const { events, limits, runs, settings } = world;
  countScheduledRun(world);
  for (const platform of platforms) {
    world.areOwnPagesLate[platform] = platformFacts[platform].hasGlobalMetrics && isOwnPageLate(world, platform);
    const active = [...runs.values()].filter(
      (run) => run.platform === platform && !run.isOnDemand && !waitsForBatch(run),
    );
    const room = Math.max(0, limits[platform].scheduledRunsMax - active.length);
    const apps = findDue(world, platform, Math.min(settings.syncsPerTick, room));
    for (const [index, app] of apps.toSorted((a, b) => a - b).entries()) {
      // Runs of one tick stand a minute apart in the line.
      startRun(world, app, { isRequested: false, placeAt: events.time + 60 * index });
    }
    world.activity.statements += 1 + apps.length / 100;
    if (apps.length > 0) dispatchSyncs(world, platform);
  }
}

function isOwnPageLate({ events, fleet }: World, platform: Platform): boolean {
  const [first, count] = rangeOf(fleet, platform);
  const lateBefore = events.time - OWN_PAGE_LATE_DAYS * DAY_SECONDS;
  return fleet.lastTried.subarray(first, first + count).some((triedAt) => triedAt < lateBefore);
}

/** insert_due_runs: returns the apps that are due, the longest untried first. */
export function findDue(world: World, platform: Platform, countMax: number): readonly number[] {
  const { events, fleet, settings } = world;
  const now = events.time;
  const isSweptFirst = isSwept(platform, settings.sweep);
  const today = now - (now % DAY_SECONDS);
  const isDue = (app: number) => {
    if (!isStale(world, app) || (fleet.failedAt[app] ?? 0) >= now - FAILED_RETRY_HOURS * HOUR_SECONDS) return false;
    // One that has waited a day for its sweep waits no longer.
    const awaitsSweep = isSweptFirst && (fleet.lastSwept[app] ?? 0) < today;
    return !awaitsSweep || (fleet.lastSynced[app] ?? 0) <= now - settings.refreshSeconds - DAY_SECONDS;
  };
  return oldest(fleet.lastTried, rangeOf(fleet, platform), { countMax, isWanted: isDue });
}

/** Returns whether the app has no run and its data are too old. */
export function isStale({ events, fleet, runs, settings }: World, app: number): boolean {
  return (fleet.lastSynced[app] ?? 0) < events.time - settings.refreshSeconds && !runs.has(app);
}

/** Returns the wanted apps of a range with the least times. Sorting all of a million would be slow. */
function oldest(
  times: Float64Array,
  [first, count]: readonly [number, number],
  { countMax, isWanted }: { readonly countMax: number; readonly isWanted: (app: number) => boolean },
): readonly number[] {
  let kept: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  const byTime = (a: number, b: number) => (times[a] ?? 0) - (times[b] ?? 0) || a - b;
  for (let app = first; app < first + count && countMax > 0; app += 1) {
    if ((times[app] ?? 0) >= latest || !isWanted(app)) continue;
    kept.push(app);
    if (kept.length < 2 * countMax) continue;
    kept = kept.toSorted(byTime).slice(0, countMax);
    latest = times[kept.at(-1) ?? 0] ?? latest;
  }
  return kept.toSorted(byTime).slice(0, countMax);
}

/** lib/sync/resend-syncs.ts */
export function resendSyncs(world: World): void {
  countScheduledRun(world);
  for (const platform of platforms) dispatchSyncs(world, platform);
}

type Request = { readonly isFirst: boolean; readonly isDeferred: boolean };

/** A user requests a sync of some app: the rules of lib/sync/start-sync.ts. A first one is of an app that is new. */
export function requestSync(world: World, request: Request): void {
  const { events, fleet, random, runs } = world;
  if (fleet.size === 0) return;
  const app = Math.floor(random() * fleet.size);
  const active = runs.get(app);
  if (active !== undefined && (active.isOnDemand || active.phase !== "identity")) return;
  if (active !== undefined) withdraw(world, active);
  const coolDownEnd = (fleet.failedAt[app] ?? 0) >= 0 ? 0 : (fleet.lastTried[app] ?? 0) + COOLDOWN_SECONDS;
  const startsAt = Math.max(events.time, active === undefined && !request.isFirst ? coolDownEnd : 0);
  startRun(world, app, { ...request, isRequested: true, placeAt: events.time, startsAt });
  dispatchSyncs(world, platformOf(fleet, app), { awaitedOnly: true });
}

/** A scheduled run that has not begun becomes one for which a user waits. */
function withdraw({ runs, stores }: World, run: Run): void {
  if (run.entry !== undefined) stores[run.platform].line.leave(run.entry);
  runs.delete(run.app);
}

type NewRun = Partial<Request> & {
  readonly isRequested: boolean;
  readonly placeAt: number;
  readonly startsAt?: number;
};

/** insert_run: queues a run of an app that has none. */
function startRun(world: World, app: number, run: NewRun): void {
  const { events, fleet, repaired, runs, settings, stores } = world;
  const { isDeferred = false, isFirst = false, isRequested, placeAt, startsAt = events.time } = run;
  const platform = platformOf(fleet, app);
  const replaced = repaired.get(app);
  if (replaced?.entry !== undefined) stores[platform].line.leave(replaced.entry);
  repaired.delete(app);
  const started: Run = {
    app,
    platform,
    isRequested,
    isOnDemand: isRequested,
    isDeferred,
    isWhole: isRequested || settings.readsAll[platform],
    isFirst,
    queuedAt: startsAt,
    placeAt,
    phase: "identity",
    items: undefined,
    itemsDone: 0,
    nextBatch: null,
    attempt: 0,
    failedItems: 0,
    repairs: 0,
    express: "none",
    entry: undefined,
  };
  runs.set(app, started);
  wait(world, started, startsAt);
}

/** Some apps have a new version, at midnight, so that the sweep and the syncs of the day see it. */
export function releaseVersions({ events, fleet, input, random }: World): void {
  for (const platform of platforms) {
    const [first, count] = rangeOf(fleet, platform);
    for (let left = drawCount(random, count, input.changedShare); left > 0; left -= 1) {
      fleet.changedAt[first + Math.floor(random() * count)] = events.time;
    }
  }
}

function countScheduledRun({ activity, input }: World): void {
  addCalls(activity, "schedule", 1, input.assumed.scheduledRunSeconds);
}
