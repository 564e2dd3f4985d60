import { foldShards } from "../../db/queries/fold-shards.ts";
import { pacedSweep } from "../../db/queries/sweep-batches.ts";
import { sweptStorefronts } from "../domain/storefront-sweep.ts";
import { sweepFetches } from "../fetches/paced-fetch.ts";
import type { SweepQueues } from "../queues/work-queues.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { planDailySweep } from "./plan-daily-sweep.ts";
import { type PlanExpressDependencies, planExpress } from "./plan-express.ts";

export type SweepStorefrontsDependencies = PlanExpressDependencies & {
  readonly queues: SweepQueues;
  readonly measure: Measure;
  readonly settings: {
    /** How far ahead one tick sends: until the next one. */
    readonly tickSeconds: number;
    /** Seconds after its delivery at which a message counts as lost. */
    readonly resendSeconds: number;
  };
};

/** Shards that one tick counts at most; the next tick takes the rest. */
const SHARDS_PER_TICK_MAX = 50;

/**
 * Brings a platform's sweep of the day on: plans it unless it is planned, sends the batches that are due before the next
 * tick, and counts the shards whose batches have ended. Before that it plans and sends what a lost message has left of
 * express shards.
 */
export async function sweepStorefronts(
  deps: SweepStorefrontsDependencies,
  { correlationId }: { correlationId: string },
) {
  const { db, platform, now, settings } = deps;
  const storefronts = sweptStorefronts(deps.countries, platform);
  const planned = await planDailySweep(deps);
  const { planned: expressPlanned, ...express } = await planExpress(deps, { correlationId });
  const { lagSeconds, missed, sent } = await sweepFetches(deps, pacedSweep, {
    platform,
    correlationId,
    settings: { ...settings, perMinute: settings.batchesPerMinute, horizonSeconds: settings.tickSeconds },
  });
  const folded = await foldShards(db, { platform, sweptAt: now(), storefronts, shardsMax: SHARDS_PER_TICK_MAX });

  const counts = { planned, expressPlanned, missed: missed + express.missed, sent: sent + express.sent };
  const swept = { platform, ...counts, folded };
  deps.log.info("sweep.tick.completed", swept);
  deps.measure("SweepLagSeconds", Math.max(lagSeconds, express.lagSeconds), { platform });
  return swept;
}
