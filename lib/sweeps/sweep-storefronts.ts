import { foldShards } from "../../db/queries/sweeps/fold-shards.ts";
import { pacedSweep } from "../../db/queries/sweeps/sweep-batches.ts";
import type { Platform } from "../domain/platform.ts";
import { sweptStorefronts } from "../domain/storefront-sweep.ts";
import { endOverdueFetches } from "../fetches/paced-fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { type DispatchStoreDependencies, dispatchStore } from "./dispatch-store.ts";
import { planDailySweep } from "./plan-daily-sweep.ts";

export type SweepStorefrontsDependencies = DispatchStoreDependencies & {
  readonly platform: Platform;
  readonly log: Log;
  readonly measure: Measure;
};

/** Shards that one tick counts at most; the next tick takes the rest. */
const SHARDS_PER_TICK_MAX = 50;

/**
 * Brings a platform's sweep of the day on: plans it unless it is planned, sends what is due and what a lost message has
 * left, and counts the shards whose batches have ended.
 */
export async function sweepStorefronts(
  deps: SweepStorefrontsDependencies,
  { correlationId }: { correlationId: string },
) {
  const { db, platform, now, settings } = deps;
  const storefronts = sweptStorefronts(deps.countries, platform);
  const planned = await planDailySweep({ ...deps, settings: settings.sweep });
  const { missed, lagSeconds } = await endOverdueFetches(deps, pacedSweep, platform);
  const { expressPlanned, sent } = await dispatchStore(deps, { platform, correlationId });
  const folded = await foldShards(db, { platform, sweptAt: now(), storefronts, shardsMax: SHARDS_PER_TICK_MAX });

  const swept = { platform, planned, missed, expressPlanned, sent, folded };
  deps.log.info("sweep.tick.completed", swept);
  deps.measure("SweepLagSeconds", lagSeconds, { platform });
  return swept;
}
