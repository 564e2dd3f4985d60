import { planExpressShard, resumeExpressRuns } from "../../db/queries/sweeps/express-shards.ts";
import { pacedSweep } from "../../db/queries/sweeps/sweep-batches.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { sweepClass } from "../domain/request-costs.ts";
import { CATCH_UP, isSwept, SPARE_MINUTES, type SweepKey, sweptStorefronts } from "../domain/storefront-sweep.ts";
import { usualPace } from "../domain/sweep-rotation.ts";
import { sendDueFetches } from "../fetches/paced-fetch.ts";
import type { SweepQueues } from "../queues/work-queues.ts";
import {
  type DispatchSyncsDependencies,
  dispatchSyncs,
  secondsUntilFree,
  type Waiting,
} from "../sync/dispatch-syncs.ts";

export type DispatchStoreDependencies = Omit<DispatchSyncsDependencies, "batchQueues"> & {
  /** The queues of express batches, for which users wait, and of the day's sweep. */
  readonly batchQueues: SweepQueues;
  readonly sweepQueues: SweepQueues;
  readonly settings: {
    readonly sweep: {
      readonly schedule: "daily" | "off";
      readonly batchesPerMinute: number;
      readonly appsPerRequest: number;
      readonly expressSeconds: number;
      /** Seconds after its delivery at which a message of the day's sweep counts as lost. */
      readonly resendSeconds: number;
    };
  };
};

type Input = Parameters<typeof dispatchSyncs>[1];

type DeliveredShard = Pick<SweepKey, "platform" | "day" | "shard">;

/**
 * Sends work that finds its tokens soon: of users, then of the day's sweep, then scheduled runs. Plans the next express
 * shard after the last one. Returns the batches planned and sent, and the wait for the next shard.
 */
export async function dispatchStore(deps: DispatchStoreDependencies, input: Input, delivered?: DeliveredShard) {
  const { platform, correlationId } = input;
  const { sweep } = deps.settings;
  const waiting = await dispatchSyncs(deps, input);
  if (!isSwept(platform, sweep)) return { expressPlanned: 0, expressWaitSeconds: 0, sent: 0 };

  const resumed =
    delivered !== undefined && hasEnded(delivered, waiting) ? await resumeExpressRuns(deps.db, delivered) : 0;
  const mayPlan = waiting.has_express_apps && secondsToExpress(waiting) === 0;
  const expressPlanned = mayPlan ? await planExpress(deps, input) : 0;
  const ahead = resumed + expressPlanned > 0 ? await dispatchSyncs(deps, input) : waiting;
  const expressWaitSeconds = ahead.has_express_apps ? secondsToExpress(ahead) : 0;
  if (!ahead.has_sweep) return { expressPlanned, expressWaitSeconds, sent: 0 };
  const planned = Math.min(ahead.sweep_per_minute ?? usualPace(sweep), sweep.batchesPerMinute);
  const perMinute = ahead.express_rest_seconds > 0 ? Math.max(planned, usualPace(sweep) * CATCH_UP) : planned;
  const busySeconds = secondsUntilFree(ahead, deps.settings.stores, { purpose: "sweep", classes: [sweepClass] });
  const settings = { perMinute, resendSeconds: sweep.resendSeconds, busySeconds };
  const sending = { ...deps, queues: deps.sweepQueues };
  return {
    expressPlanned,
    expressWaitSeconds,
    sent: await sendDueFetches(sending, pacedSweep, { platform, correlationId, settings }),
  };
}

function secondsToExpress({ express_gathering_seconds, express_rest_seconds }: Waiting): number {
  return Math.max(express_rest_seconds, express_gathering_seconds);
}

function hasEnded({ day, shard }: DeliveredShard, { batches }: Waiting): boolean {
  return !batches.some(({ key }) => key.day === day && key.shard === shard);
}

function planExpress(
  { countries, db, now, settings }: DispatchStoreDependencies,
  { platform }: Input,
): Promise<number> {
  const { appsPerRequest, expressSeconds } = settings.sweep;
  const day = utcDay(now());
  const minutesLeft = (Date.parse(day) + DAY_MS - now().getTime()) / 60_000;
  return planExpressShard(db, {
    platform,
    countryCodes: sweptStorefronts(countries, platform),
    expressSeconds,
    day,
    appsPerRequest,
    batchesInTime: Math.max(0, Math.floor(usualPace(settings.sweep) * (minutesLeft - SPARE_MINUTES))),
  });
}

const DAY_MS = 86_400_000;
