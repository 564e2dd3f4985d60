import { OWN_PAGE_LATE_DAYS } from "../../../lib/domain/page-rules.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { dispatchSyncs, leaveLine } from "./line.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import { isScheduled, type Request, type Run, waitsForBatch } from "./run.ts";
import { wait } from "./run-phase.ts";
import type { Store, World } from "./world.ts";

const scheduled: Request = { isRequested: false, isDeferred: false, isFirst: false };

/** Models lib/sync/start-due-syncs.ts. */
export function startDueSyncs(store: Store): void {
  const { activity, apps, events, limits, platform, runs, settings } = store;
  const lateBefore = events.time - OWN_PAGE_LATE_DAYS * DAY_SECONDS;
  const { hasGlobalMetrics } = platformFacts[platform];
  store.areOwnPagesLate = hasGlobalMetrics && apps.lastSynced.some((syncedAt) => syncedAt < lateBefore);
  const active = [...runs.values()].filter((run) => isScheduled(run) && !waitsForBatch(run));
  const room = Math.max(0, limits.scheduledRunsMax - active.length);
  const due = findDue(store, Math.min(settings.syncsPerTick, room));
  // Runs of one tick stand a minute apart in the line.
  for (const [index, app] of due.entries()) {
    startRun(store, app, { request: scheduled, placeAt: events.time + 60 * index, queuedAt: events.time });
  }
  activity.statements += 1 + due.length / 100;
  dispatchSyncs(store);
}

/** Models insert_due_runs: returns at most `countMax` due apps, those with the oldest sync first. */
export function findDue(store: Store, countMax: number): readonly number[] {
  const { apps, events, platform, settings } = store;
  const { lastSwept, lastSynced } = apps;
  const isSweptFirst = isSwept(platform, settings.sweep);
  const today = events.time - (events.time % DAY_SECONDS);
  const due = [...lastSynced.keys()].filter((app) => {
    if (!isStale(store, app)) return false;
    // An app waits for its sweep for at most a day.
    const awaitsSweep = isSweptFirst && (lastSwept[app] ?? 0) < today;
    return !awaitsSweep || (lastSynced[app] ?? 0) <= events.time - settings.refreshSeconds - DAY_SECONDS;
  });
  const last = Float64Array.from(due, (app) => lastSynced[app] ?? 0).sort()[countMax - 1] ?? Number.POSITIVE_INFINITY;
  return due.filter((app) => (lastSynced[app] ?? 0) <= last).slice(0, countMax);
}

export function isStale({ apps, events, runs, settings }: Store, app: number): boolean {
  return (apps.lastSynced[app] ?? 0) < events.time - settings.refreshSeconds && !runs.has(app);
}

/** Models lib/sync/start-sync.ts. */
export function requestSync({ events, input, random, stores }: World, request: Request): void {
  const place = Math.floor(random() * (input.apps.ios + input.apps.android));
  const store = place < input.apps.ios ? stores.ios : stores.android;
  const app = place < input.apps.ios ? place : place - input.apps.ios;
  const active = store.runs.get(app);
  if (active !== undefined && (!isScheduled(active) || active.phase !== "identity")) return;
  // A scheduled run that has not begun becomes the user's.
  if (active?.entry !== undefined) leaveLine(store, active.entry);
  const coolsDown = active === undefined && !request.isFirst;
  const coolDownEnd = coolsDown ? (store.apps.lastSynced[app] ?? 0) + COOLDOWN_SECONDS : 0;
  startRun(store, app, { request, placeAt: events.time, queuedAt: Math.max(events.time, coolDownEnd) });
  dispatchSyncs(store);
}

type NewRun = Pick<Run, "placeAt" | "queuedAt"> & { readonly request: Request };

function startRun(store: Store, app: number, { request, placeAt, queuedAt }: NewRun): void {
  const isWhole = request.isRequested || store.settings.readsAll[store.platform];
  const begun = { phase: "identity", items: undefined, itemsDone: 0, nextBatch: null, entry: undefined } as const;
  const run: Run = { ...request, ...begun, app, isWhole, queuedAt, placeAt, readAt: [], sharesShard: false };
  store.runs.set(app, run);
  wait(store, run, queuedAt);
}
