import { findNextExpressShard, pacedExpress, planExpressShard } from "../../db/queries/express-shards.ts";
import type { Country } from "../domain/country.ts";
import { DELAY_SECONDS_MAX } from "../domain/message-delay.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import { type SweepKey, sweptStorefronts } from "../domain/storefront-sweep.ts";
import { type FetchDependencies, sweepFetches } from "../fetches/paced-fetch.ts";
import type { ExpressMessage } from "../queues/messages.ts";
import type { ExpressQueues, SweepQueues } from "../queues/work-queues.ts";
import type { Log } from "../runtime/log.ts";

export type PlanExpressDependencies = Pick<FetchDependencies<SweepKey>, "db" | "now"> & {
  /** Users wait for express shards, so all that belongs to them goes through the queue of syncs that users requested. */
  readonly expressQueues: ExpressQueues;
  readonly batchQueues: SweepQueues;
  readonly platform: Platform;
  readonly countries: readonly Country[];
  readonly log: Log;
  readonly settings: {
    readonly batchesPerMinute: number;
    readonly appsPerRequest: number;
    /** Seconds that the first app of an express shard waits for others. */
    readonly expressSeconds: number;
  };
};

/**
 * Plans the express shard of the apps that have waited for it, and sends the batches of such shards whose turn comes
 * before SQS would have to wait longer. Repeated, it plans and sends what is left.
 */
export async function planExpress(deps: PlanExpressDependencies, { correlationId }: { correlationId: string }) {
  const { db, platform, now, settings } = deps;
  const { appsPerRequest } = settings;
  const planned = await planExpressShard(db, { ...paceOf(deps), day: utcDay(now()), appsPerRequest });
  const { batchesPerMinute: perMinute, expressSeconds } = settings;
  // A run waits for these batches, so a message that is lost is sent again soon.
  const pace = { perMinute, horizonSeconds: DELAY_SECONDS_MAX, resendSeconds: 2 * expressSeconds };
  const swept = await sweepFetches({ ...deps, queues: deps.batchQueues }, pacedExpress, {
    platform,
    correlationId,
    settings: pace,
  });
  return { planned, ...swept };
}

/** Plans the express shard that a message is about, and looks again after the last one where apps still wait. */
export async function continueExpress(deps: PlanExpressDependencies, message: ExpressMessage): Promise<void> {
  const { platform, settings } = deps;
  const { planned, sent } = await planExpress(deps, message);
  deps.log.info("sweep.express.planned", { platform, planned, sent });
  const next = await findNextExpressShard(deps.db, paceOf(deps));
  if (next === undefined) return;
  const delaySeconds = Math.max(next.seconds, settings.expressSeconds);
  await deps.expressQueues.send(platform, [message], { delaySeconds });
}

function paceOf({ platform, countries, settings }: PlanExpressDependencies) {
  const { batchesPerMinute, expressSeconds } = settings;
  return { platform, countryCodes: sweptStorefronts(countries, platform), batchesPerMinute, expressSeconds };
}
