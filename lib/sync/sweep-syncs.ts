import type { Db } from "../../db/client.ts";
import { countOverdueApps } from "../../db/queries/overdue-apps.ts";
import { failOverdueRuns, takeWaitingRuns } from "../../db/queries/swept-runs.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import { maxQueueWait, runsPerSweepMax } from "../domain/sync-pace.ts";
import { syncPurposes } from "../domain/sync-phase.ts";
import { forEachQueue } from "../queues/for-each-queue.ts";
import { phaseMessage } from "../queues/messages.ts";
import type { SyncQueues } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";

export type SweepSyncsDependencies = {
  readonly db: Db;
  readonly queues: SyncQueues;
  readonly now: Clock;
  readonly log: Log;
  readonly measure: Measure;
  readonly settings: {
    /** A run that no worker holds and nothing updated for this long has lost its message. */
    readonly quietSeconds: number;
    /** Seconds over which the scheduled runs of one tick are spread. */
    readonly spreadSeconds: number;
    readonly runAgeMaxHours: number;
    readonly refreshHours: number;
    /** Scheduled runs of a platform that one tick starts at most. */
    readonly syncsPerTick: number;
    /** Followed apps that a day serves. */
    readonly appsServed: Readonly<Record<Platform, number>>;
  };
};

/** Resends messages that may be lost, starts the repair of due failed items, and fails runs that took too long. */
export async function sweepSyncs(deps: SweepSyncsDependencies, input: { correlationId: string }) {
  const swept = { overdue: 0, sent: 0 };
  try {
    await forEachQueue(platforms, async (platform) => {
      const { overdue, sent } = await sweepPlatform(deps, platform, input);
      swept.overdue += overdue;
      swept.sent += sent;
    });
  } finally {
    await measureFreshness(deps);
  }
  return swept;
}

async function sweepPlatform(deps: SweepSyncsDependencies, platform: Platform, input: { correlationId: string }) {
  const { quietSeconds, spreadSeconds, runAgeMaxHours } = deps.settings;
  const runsMax = runsPerSweepMax(deps.settings.syncsPerTick);
  const overdue = await failOverdueRuns(deps.db, {
    platform,
    ageMaxHours: runAgeMaxHours,
    queueMaxHours: maxQueueWait(runAgeMaxHours),
    at: deps.now(),
    runsMax,
  });
  const waiting = await takeWaitingRuns(deps.db, { platform, quietSeconds, spreadSeconds, runsMax });
  await forEachQueue(syncPurposes, async (purpose) => {
    const runs = waiting.filter((run) => run.purpose === purpose);
    const messages = runs.map((run) => phaseMessage(run, input.correlationId));
    if (messages.length > 0) await deps.queues.send({ purpose, platform }, messages);
  });

  const swept = { overdue, sent: waiting.length };
  deps.log.info("sync.sweep.completed", { platform, ...swept });
  return swept;
}

/** An app counts as overdue at one and a half times the age at which it is due. */
const OVERDUE_AFTER_REFRESHES = 1.5;
const HOUR_MS = 3_600_000;

async function measureFreshness({ db, now, measure, settings }: SweepSyncsDependencies): Promise<void> {
  const ageMaxMs = settings.refreshHours * OVERDUE_AFTER_REFRESHES * HOUR_MS;
  const counted = await countOverdueApps(db, new Date(now().getTime() - ageMaxMs));
  // A platform without followed apps has a figure, too: an alarm is raised when there is none.
  for (const platform of platforms) {
    const { followed, overdue } = counted.find((row) => row.platform === platform) ?? { followed: 0, overdue: 0 };
    measure("OverdueAppsPercent", (100 * overdue) / Math.max(1, followed), { platform });
    measure("FollowedAppsPercent", (100 * followed) / Math.max(1, settings.appsServed[platform]), { platform });
  }
}
