import type { Db } from "../../db/client.ts";
import { insertDueRuns } from "../../db/queries/runs/due-runs.ts";
import type { Country } from "../domain/country.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import { FAILED_RETRY_HOURS } from "../domain/sync-pace.ts";
import { countItems } from "../domain/sync-phase.ts";
import { forEachQueue } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { DispatchSyncs } from "./dispatch-syncs.ts";

export type StartDueSyncsDependencies = {
  readonly db: Db;
  readonly now: Clock;
  readonly countries: readonly Country[];
  readonly dispatch: DispatchSyncs;
  readonly log: Log;
  readonly settings: {
    readonly refreshHours: number;
    readonly syncsPerTick: number;
    readonly activeRunsMax: Readonly<Record<Platform, number>>;
    readonly untrackedSyncsPerTick: number;
    /** True if followed apps wait for the day's sweep. */
    readonly awaitsSweep: Readonly<Record<Platform, boolean>>;
  };
};

const HOUR_MS = 3_600_000;

/** Queues scheduled runs of due apps, sends the ones that find tokens soon, and returns the number of queued runs. */
export async function startDueSyncs(deps: StartDueSyncsDependencies, input: { correlationId: string }) {
  const now = deps.now();
  const started = { ios: 0, android: 0 } satisfies Record<Platform, number>;
  await forEachQueue(platforms, async (platform) => {
    started[platform] = await insertDueRuns(deps.db, {
      platform,
      now,
      staleBefore: new Date(now.getTime() - deps.settings.refreshHours * HOUR_MS),
      runsMax: deps.settings.syncsPerTick,
      activeMax: deps.settings.activeRunsMax[platform],
      untrackedMax: deps.settings.untrackedSyncsPerTick,
      failedRetryHours: FAILED_RETRY_HOURS,
      itemsPlanned: countItems(deps.countries, platform),
      sweepDay: deps.settings.awaitsSweep[platform] ? utcDay(now) : null,
      correlationId: input.correlationId,
    });
    if (started[platform] > 0) await deps.dispatch({ platform, ...input });
  });
  deps.log.info("sync.due.started", started);
  return started;
}
