import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { OWN_PAGE_LATE_DAYS } from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import {
  COOLDOWN_SECONDS,
  FAILED_RETRY_HOURS,
  RUNS_PER_DELAY,
  runsPerSweepMax,
} from "../../../lib/domain/sync-pace.ts";
import { addCalls } from "../activity.ts";
import { FAILED, IDLE, platformOf, QUEUED, rangeOf } from "./fleet.ts";
import { drawCount } from "./random.ts";
import { countActive, type DueRules, findDue, isOverdue, startRun, takeWaiting } from "./run-statements.ts";
import { failRun, sendRun } from "./run-sync.ts";
import type { World } from "./world.ts";

const DAY_SECONDS = 86_400;

export function dueRules({ events, settings }: World, platform: Platform, countMax: number): DueRules {
  const { refreshSeconds, sweep } = settings;
  const now = events.time;
  const sweptSince = isSwept(platform, sweep) ? now - (now % DAY_SECONDS) : null;
  return { platform, now, refreshSeconds, failedRetrySeconds: FAILED_RETRY_HOURS * 3600, countMax, sweptSince };
}

/** lib/sync/start-due-syncs.ts */
export function startDueSyncs(world: World): void {
  const { events, fleet, random, settings } = world;
  countScheduledRun(world);
  for (const platform of platforms) {
    world.areOwnPagesLate[platform] = platformFacts[platform].hasGlobalMetrics && isOwnPageLate(world, platform);
    const apps = findDue(fleet, dueRules(world, platform, startedMax(world, platform)));
    let delay = 0;
    for (const [index, app] of apps.entries()) {
      if (index % RUNS_PER_DELAY === 0) delay = Math.floor(random() * settings.spreadSeconds);
      startRun(fleet, app, { now: events.time, startsAt: events.time, isOnDemand: false });
      sendRun(world, app, events.time + messageDelaySeconds(delay));
    }
    world.activity.statements += 1 + apps.length / 100;
  }
}

function isOwnPageLate({ events, fleet }: World, platform: Platform): boolean {
  const [first, count] = rangeOf(fleet, platform);
  const lateBefore = events.time - OWN_PAGE_LATE_DAYS * DAY_SECONDS;
  return fleet.lastTried.subarray(first, first + count).some((triedAt) => triedAt < lateBefore);
}

/** As many as one tick may start, and as the store's budget lets be under way. */
function startedMax({ fleet, limits, settings }: World, platform: Platform): number {
  const runsMax = limits[platform].scheduledRunsMax;
  if (runsMax >= fleet.size) return settings.syncsPerTick;
  return Math.min(settings.syncsPerTick, Math.max(0, runsMax - countActive(fleet, platform)));
}

/** lib/sync/sweep-syncs.ts */
export function sweepSyncs(world: World): void {
  const { activity, events, fleet, settings } = world;
  const { leaseSeconds, runAgeMaxSeconds: ageMax, spreadSeconds } = settings;
  const countMax = runsPerSweepMax(settings.syncsPerTick);
  const now = events.time;
  countScheduledRun(world);
  for (let app = 0; app < fleet.size; app += 1) {
    if (isOverdue(fleet, app, { now, ageMax })) failRun(world, app);
  }
  for (const platform of platforms) {
    const waiting = takeWaiting(fleet, { platform, now, leaseSeconds, spreadSeconds, countMax });
    for (const app of waiting) sendRun(world, app, now);
    activity.statements += 2;
  }
}

/** A user requests a sync of some app: the rules of lib/sync/start-sync.ts. */
export function requestSync(world: World): void {
  const { events, fleet, onDemand, random } = world;
  if (fleet.size === 0) return;
  const app = Math.floor(random() * fleet.size);
  const hasEnded = fleet.state[app] === IDLE || fleet.state[app] === FAILED;
  const coolDownEnd = fleet.state[app] === IDLE ? (fleet.lastTried[app] ?? 0) + COOLDOWN_SECONDS : 0;
  if (hasEnded && coolDownEnd > events.time) {
    startRun(fleet, app, { now: events.time, startsAt: coolDownEnd, isOnDemand: true });
    sendRun(world, app, Math.ceil(coolDownEnd) + 1);
    return;
  }
  if (hasEnded) startRun(fleet, app, { now: events.time, startsAt: events.time, isOnDemand: true });
  else if (fleet.state[app] === QUEUED && fleet.isOnDemand[app] === 0) {
    fleet.isOnDemand[app] = 1;
    fleet.updatedAt[app] = events.time;
  } else return;
  onDemand[platformOf(fleet, app)].apps.add(app);
  sendRun(world, app, events.time);
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
