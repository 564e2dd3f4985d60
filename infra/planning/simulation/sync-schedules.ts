import { OWN_PAGE_LATE_DAYS } from "../../../lib/domain/page-rules.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { dispatchSyncs, leaveLine } from "./line.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import { isScheduled, type Run, waitsForBatch } from "./run.ts";
import { wait } from "./run-phase.ts";
import type { Store, World } from "./world.ts";

/** Models lib/sync/start-due-syncs.ts. */
export function startDueSyncs(world: World, store: Store): void {
  const { events, settings } = world;
  const { apps, limits, platform } = store;
  const lateBefore = events.time - OWN_PAGE_LATE_DAYS * DAY_SECONDS;
  const { hasGlobalMetrics } = platformFacts[platform];
  store.areOwnPagesLate = hasGlobalMetrics && apps.lastSynced.some((syncedAt) => syncedAt < lateBefore);
  const active = [...store.runs.values()].filter((run) => isScheduled(run) && !waitsForBatch(run));
  const room = Math.max(0, limits.scheduledRunsMax - active.length);
  const due = findDue(world, store, Math.min(settings.syncsPerTick, room));
  // Runs of one tick stand a minute apart in the line.
  for (const [index, app] of due.entries()) startRun(world, store, app, { placeAt: events.time + 60 * index });
  world.activity.statements += 1 + due.length / 100;
  dispatchSyncs(world, store);
}

/** Models insert_due_runs: returns at most `countMax` due apps, those with the oldest sync first. */
export function findDue(world: World, store: Store, countMax: number): readonly number[] {
  const { events, settings } = world;
  const { lastSwept, lastSynced } = store.apps;
  const isSweptFirst = isSwept(store.platform, settings.sweep);
  const today = events.time - (events.time % DAY_SECONDS);
  const due = [...lastSynced.keys()].filter((app) => {
    if (!isStale(world, store, app)) return false;
    // An app waits for its sweep for at most a day.
    const awaitsSweep = isSweptFirst && (lastSwept[app] ?? 0) < today;
    return !awaitsSweep || (lastSynced[app] ?? 0) <= events.time - settings.refreshSeconds - DAY_SECONDS;
  });
  const last = Float64Array.from(due, (app) => lastSynced[app] ?? 0).sort()[countMax - 1] ?? Number.POSITIVE_INFINITY;
  return due.filter((app) => (lastSynced[app] ?? 0) <= last).slice(0, countMax);
}

export function isStale({ events, settings }: World, { apps, runs }: Store, app: number): boolean {
  return (apps.lastSynced[app] ?? 0) < events.time - settings.refreshSeconds && !runs.has(app);
}

type Request = { readonly isFirst: boolean; readonly isDeferred: boolean };

/** A user requests a sync: the rules of lib/sync/start-sync.ts. A first sync is for a new app. */
export function requestSync(world: World, request: Request): void {
  const { events, input, random, stores } = world;
  const place = Math.floor(random() * (input.apps.ios + input.apps.android));
  const store = place < input.apps.ios ? stores.ios : stores.android;
  const app = place < input.apps.ios ? place : place - input.apps.ios;
  const active = store.runs.get(app);
  if (active !== undefined && (!isScheduled(active) || active.phase !== "identity")) return;
  // A scheduled run that has not begun becomes the user's.
  if (active?.entry !== undefined) leaveLine(store, active.entry);
  const coolsDown = active === undefined && !request.isFirst;
  const coolDownEnd = coolsDown ? (store.apps.lastSynced[app] ?? 0) + COOLDOWN_SECONDS : 0;
  startRun(world, store, app, { request, placeAt: events.time, startsAt: Math.max(events.time, coolDownEnd) });
  dispatchSyncs(world, store);
}

type NewRun = { readonly request?: Request; readonly placeAt: number; readonly startsAt?: number };

function startRun(world: World, store: Store, app: number, { request, placeAt, startsAt }: NewRun): void {
  const queuedAt = startsAt ?? world.events.time;
  const isRequested = request !== undefined;
  const run: Run = {
    app,
    isRequested,
    isDeferred: request?.isDeferred ?? false,
    isWhole: isRequested || world.settings.readsAll[store.platform],
    isFirst: request?.isFirst ?? false,
    queuedAt,
    placeAt,
    phase: "identity",
    items: undefined,
    itemsDone: 0,
    readAt: [],
    nextBatch: null,
    sharesShard: false,
    entry: undefined,
  };
  store.runs.set(app, run);
  wait(world, store, run, queuedAt);
}
