import { COOLDOWN_SECONDS } from "../../../lib/domain/cool-down.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { maxQueueWait } from "../../../lib/sync/active-runs.ts";
import { FAILED_RETRY_HOURS, MESSAGES_PER_BATCH } from "../../../lib/sync/start-due-syncs.ts";
import { RUNS_PER_SWEEP_MAX } from "../../../lib/sync/sweep-syncs.ts";
import { addCalls } from "../activity.ts";
import type { DueRules } from "./due-list.ts";
import { send } from "./environments.ts";
import { findWaiting } from "./find-waiting.ts";
import { FAILED, type Fleet, IDLE, PROCESSING, phaseNumbers, platformOf, QUEUED } from "./fleet.ts";
import { activeRunsMaxOf } from "./pipeline-settings.ts";
import { chartMessage } from "./run-chart.ts";
import { failRun, sendRun } from "./settle-run.ts";
import { queueNumber, type World } from "./world.ts";

/** What fires: a schedule, or a user who asks for a sync. */
export const ticks = { startDueSyncs: 0, sweepSyncs: 1, planCharts: 2, askForSync: 3 } as const;

export function dueRules({ events, settings }: World, countMax: number): DueRules {
  const { refreshSeconds } = settings;
  return { now: events.time, refreshSeconds, failedRetrySeconds: FAILED_RETRY_HOURS * 3600, countMax };
}

/** lib/sync/start-due-syncs.ts */
export function startDueSyncs(world: World): void {
  const { due, events, fleet, random, settings } = world;
  noteScheduledRun(world);
  for (const platform of platforms) {
    const apps = due[platform].take(fleet, dueRules(world, startedMax(world, platform)));
    let delay = 0;
    for (const [index, app] of apps.entries()) {
      if (index % MESSAGES_PER_BATCH === 0) delay = Math.floor(random() * settings.spreadSeconds);
      startRun(fleet, app, { now: events.time, startsAt: events.time, isOnDemand: false });
      sendRun(world, app, events.time + (delay === 0 ? 0 : delay + 1));
    }
    world.activity.statements += 1 + apps.length / 100;
  }
}

/** As many as one tick may start, and as the store's budget lets be under way. */
function startedMax({ fleet, settings }: World, platform: Platform): number {
  const runsMax = activeRunsMaxOf(settings, platform);
  if (runsMax >= fleet.size) return settings.syncsPerTick;
  let active = 0;
  for (let app = 0; app < fleet.size; app += 1) {
    const state = fleet.state[app];
    const isActive = state === QUEUED || state === PROCESSING;
    if (isActive && fleet.isOnDemand[app] === 0 && platformOf(fleet, app) === platform) active += 1;
  }
  return Math.min(settings.syncsPerTick, Math.max(0, runsMax - active));
}

/** lib/sync/sweep-syncs.ts */
export function sweepSyncs(world: World): void {
  const { events, fleet, settings } = world;
  noteScheduledRun(world);
  const { time } = events;
  for (let app = 0; app < fleet.size; app += 1) {
    if (isOverdue(fleet, app, { now: time, settings })) failRun(world, app);
  }
  for (const platform of platforms) {
    for (const app of findWaiting(fleet, { platform, now: time, settings, countMax: RUNS_PER_SWEEP_MAX })) {
      fleet.updatedAt[app] = time;
      sendRun(world, app, time);
    }
    world.activity.statements += 2;
  }
}

function isOverdue(fleet: Fleet, app: number, { now, settings }: Pick<World, "settings"> & { readonly now: number }) {
  const state = fleet.state[app];
  if ((state !== QUEUED && state !== PROCESSING) || (fleet.leaseUntil[app] ?? 0) > now) return false;
  const { runAgeMaxSeconds } = settings;
  const waitsForTurn = fleet.isOnDemand[app] === 1 && fleet.phase[app] === phaseNumbers.identity;
  return (fleet.queuedAt[app] ?? 0) < now - (waitsForTurn ? maxQueueWait(runAgeMaxSeconds) : runAgeMaxSeconds);
}

/** A day's charts, each at its turn: what the plan and the sweeps of lib/charts come to. */
export function planCharts(world: World): void {
  const { events, settings } = world;
  const day = Math.floor(events.time / 86_400);
  for (const platform of platforms) {
    const { perDay, perMinute } = settings.charts[platform];
    for (let chart = 0; chart < perDay; chart += 1) {
      const at = events.time + (chart * 60) / perMinute;
      send(world, { queue: queueNumber("charts", platform), body: chartMessage(day, 0), at });
    }
  }
}

/** A user asks for a sync of some app: the rules of lib/sync/start-sync.ts. */
export function askForSync(world: World): void {
  const { events, fleet, onDemand, random } = world;
  if (fleet.size === 0) return;
  const app = Math.floor(random() * fleet.size);
  const state = fleet.state[app];
  const coolDownEnd = state === IDLE ? (fleet.lastTried[app] ?? 0) + COOLDOWN_SECONDS : 0;
  if ((state === IDLE || state === FAILED) && coolDownEnd > events.time) {
    startRun(fleet, app, { now: events.time, startsAt: coolDownEnd, isOnDemand: true });
    sendRun(world, app, Math.ceil(coolDownEnd) + 1);
    return;
  }
  if (state === IDLE || state === FAILED) {
    startRun(fleet, app, { now: events.time, startsAt: events.time, isOnDemand: true });
  } else if (state === QUEUED && fleet.isOnDemand[app] === 0) {
    fleet.isOnDemand[app] = 1;
    fleet.updatedAt[app] = events.time;
  } else return;
  onDemand[platformOf(fleet, app)].apps.add(app);
  sendRun(world, app, events.time);
}

function startRun(fleet: Fleet, app: number, run: { now: number; startsAt: number; isOnDemand: boolean }): void {
  fleet.state[app] = QUEUED;
  fleet.phase[app] = phaseNumbers.identity;
  fleet.batch[app] = 0;
  fleet.attempt[app] = 0;
  fleet.isOnDemand[app] = run.isOnDemand ? 1 : 0;
  fleet.queuedAt[app] = run.startsAt;
  fleet.resumeAfter[app] = run.startsAt;
  fleet.updatedAt[app] = run.now;
  fleet.failedItems[app] = 0;
  fleet.nextRetryAt[app] = Number.POSITIVE_INFINITY;
}

function noteScheduledRun({ activity, input }: World): void {
  addCalls(activity, "schedule", 1, input.assumed.scheduledRunSeconds);
}
