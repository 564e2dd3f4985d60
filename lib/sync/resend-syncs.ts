import { countOverdueApps } from "../../db/queries/runs/overdue-apps.ts";
import type { Db } from "../../db/statement.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import { forEachQueue } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Measure } from "../runtime/telemetry.ts";
import type { DispatchSyncs } from "./dispatch-syncs.ts";

export type ResendSyncsDependencies = {
  readonly db: Db;
  readonly dispatch: DispatchSyncs;
  readonly now: Clock;
  readonly measure: Measure;
  readonly settings: {
    readonly refreshHours: number;
    readonly appsServed: Readonly<Record<Platform, number>>;
  };
};

/** Sends waiting work that finds its tokens soon, messages that may be lost, and due repairs. */
export async function resendSyncs(deps: ResendSyncsDependencies, input: { correlationId: string }): Promise<void> {
  try {
    await forEachQueue(platforms, (platform) => deps.dispatch({ platform, ...input }));
  } finally {
    await measureFreshness(deps);
  }
}

const OVERDUE_AFTER_REFRESHES = 1.5;
const HOUR_MS = 3_600_000;

async function measureFreshness({ db, now, measure, settings }: ResendSyncsDependencies): Promise<void> {
  const ageMaxMs = settings.refreshHours * OVERDUE_AFTER_REFRESHES * HOUR_MS;
  const counted = await countOverdueApps(db, new Date(now().getTime() - ageMaxMs));
  // A platform without followed apps also reports a value, because missing data raises an alarm.
  for (const platform of platforms) {
    const { followed, overdue } = counted.find((row) => row.platform === platform) ?? { followed: 0, overdue: 0 };
    measure("OverdueAppsPercent", (100 * overdue) / Math.max(1, followed), { platform });
    measure("FollowedAppsPercent", (100 * followed) / Math.max(1, settings.appsServed[platform]), { platform });
  }
}
