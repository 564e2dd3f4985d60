import type { Db } from "../../db/client.ts";
import { insertDueRuns } from "../../db/queries/due-runs.ts";
import type { RunReference } from "../../db/queries/sync-runs.ts";
import type { Country } from "../domain/country.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import { FAILED_RETRY_HOURS, RUNS_PER_DELAY } from "../domain/sync-pace.ts";
import { countItems } from "../domain/sync-phase.ts";
import { forEachQueue } from "../queues/for-each-queue.ts";
import { phaseMessage } from "../queues/messages.ts";
import type { SyncQueues } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";

export type StartDueSyncsDependencies = {
  readonly db: Db;
  readonly queues: SyncQueues;
  readonly now: Clock;
  /** The runs are planned with these. */
  readonly countries: readonly Country[];
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly settings: {
    readonly refreshHours: number;
    readonly syncsPerTick: number;
    /** Scheduled runs that may be under way at once. */
    readonly activeRunsMax: Readonly<Record<Platform, number>>;
    readonly untrackedSyncsPerTick: number;
    /** Whether followed apps wait for the day's sweep of their store. */
    readonly awaitsSweep: Readonly<Record<Platform, boolean>>;
    /** Seconds over which the runs of one tick are spread. */
    readonly spreadSeconds: number;
  };
};

const HOUR_MS = 3_600_000;

/** Starts a scheduled run of every due app, on its platform's own queue. Returns how many. */
export async function startDueSyncs(deps: StartDueSyncsDependencies, input: { correlationId: string }) {
  const now = deps.now();
  const started = { ios: 0, android: 0 } satisfies Record<Platform, number>;
  await forEachQueue(platforms, async (platform) => {
    const runs = await insertDueRuns(deps.db, {
      platform,
      now,
      staleBefore: new Date(now.getTime() - deps.settings.refreshHours * HOUR_MS),
      runsMax: deps.settings.syncsPerTick,
      activeMax: deps.settings.activeRunsMax[platform],
      untrackedMax: deps.settings.untrackedSyncsPerTick,
      failedRetryHours: FAILED_RETRY_HOURS,
      itemsPlanned: countItems(deps.countries, platform),
      sweepDay: deps.settings.awaitsSweep[platform] ? utcDay(now) : null,
    });
    await sendSpread(deps, platform, runs, input.correlationId);
    started[platform] = runs.length;
  });
  deps.log.info("sync.due.started", started);
  return started;
}

async function sendSpread(
  deps: StartDueSyncsDependencies,
  platform: Platform,
  runs: readonly RunReference[],
  correlationId: string,
): Promise<void> {
  for (let start = 0; start < runs.length; start += RUNS_PER_DELAY) {
    const messages = runs.slice(start, start + RUNS_PER_DELAY).map((run) => phaseMessage(run, correlationId));
    const delaySeconds = Math.floor(deps.random() * deps.settings.spreadSeconds);
    await deps.queues.send({ purpose: "tracked", platform }, messages, { delaySeconds });
  }
}
