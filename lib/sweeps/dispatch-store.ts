import { planExpressShard } from "../../db/queries/express-shards.ts";
import { pacedSweep } from "../../db/queries/sweep-batches.ts";
import { busySeconds, busySecondsOf } from "../domain/dispatch.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { sweepClass } from "../domain/request-costs.ts";
import { isSwept, sweptStorefronts } from "../domain/storefront-sweep.ts";
import { sendDueFetches } from "../fetches/paced-fetch.ts";
import type { SweepQueues } from "../queues/work-queues.ts";
import { type DispatchSyncsDependencies, dispatchSyncs, type Waiting } from "../sync/dispatch-syncs.ts";

export type DispatchStoreDependencies = Omit<DispatchSyncsDependencies, "batchQueues"> & {
  /** The queues of batches of express shards, for which users wait, and of those of the day's sweep. */
  readonly batchQueues: SweepQueues;
  readonly sweepQueues: SweepQueues;
  readonly settings: {
    readonly sweep: {
      readonly schedule: "daily" | "off";
      readonly batchesPerMinute: number;
      readonly appsPerRequest: number;
      /** Seconds that the first app of an express shard waits for others. */
      readonly expressSeconds: number;
      /** Seconds after its delivery at which a message of the day's sweep counts as lost. */
      readonly resendSeconds: number;
    };
  };
};

type Input = Parameters<typeof dispatchSyncs>[1];

/**
 * Sends what waits on a platform and finds its tokens soon: what users wait for, with the express shard that is planned
 * once the last one was read, then the day's sweep behind it, then scheduled runs.
 */
export async function dispatchStore(deps: DispatchStoreDependencies, input: Input) {
  const { platform, correlationId } = input;
  const { sweep } = deps.settings;
  const waiting = await dispatchSyncs(deps, input);
  if (!isSwept(platform, sweep)) return { expressPlanned: 0, missed: 0, sent: 0, lagSeconds: 0 };

  const expressPlanned = waiting.hasExpressApps ? await planExpress(deps, input) : 0;
  const ahead = expressPlanned > 0 ? await dispatchSyncs(deps, input) : waiting;
  const { batchesPerMinute: perMinute, resendSeconds } = sweep;
  const settings = { perMinute, resendSeconds, busySeconds: busyWithUsers(deps, ahead) };
  const sending = { ...deps, queues: deps.sweepQueues };
  return { expressPlanned, ...(await sendDueFetches(sending, pacedSweep, { platform, correlationId, settings })) };
}

function planExpress(
  { countries, db, now, settings }: DispatchStoreDependencies,
  { platform }: Input,
): Promise<number> {
  const { appsPerRequest, expressSeconds } = settings.sweep;
  const countryCodes = sweptStorefronts(countries, platform);
  return planExpressShard(db, { platform, countryCodes, expressSeconds, day: utcDay(now()), appsPerRequest });
}

function busyWithUsers({ settings }: DispatchStoreDependencies, { awaited, states }: Waiting): number {
  return busySecondsOf(busySeconds(awaited, { settings: settings.stores, states }, "sweep"), [sweepClass]);
}
