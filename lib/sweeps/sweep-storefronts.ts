import { foldShards } from "../../db/queries/sweeps/fold-shards.ts";
import { planRotation } from "../../db/queries/sweeps/plan-rotation.ts";
import { countWantedBatches, planSweep } from "../../db/queries/sweeps/plan-sweep.ts";
import { pacedSweep } from "../../db/queries/sweeps/sweep-batches.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import { sweptStorefronts, weighedStorefronts } from "../domain/storefront-sweep.ts";
import { batchesOfDay, paceOfDay, planDay, refreshDaysOf } from "../domain/sweep-rotation.ts";
import { endOverdueFetches } from "../fetches/paced-fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { type DispatchStoreDependencies, dispatchStore } from "./dispatch-store.ts";

export type SweepStorefrontsDependencies = DispatchStoreDependencies & {
  readonly platform: Platform;
  readonly log: Log;
  readonly measure: Measure;
};

/** The most shards that one tick counts. The next tick takes the rest. */
const SHARDS_PER_TICK_MAX = 50;

/** Plans a platform's sweep of the day if needed, sends due and lost messages, and counts finished shards. */
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

type PlanDailySweepDependencies = Pick<DispatchStoreDependencies, "db" | "now" | "countries"> & {
  readonly platform: Platform;
  readonly settings: { readonly appsPerRequest: number; readonly batchesPerMinute: number };
};

export async function planDailySweep(deps: PlanDailySweepDependencies): Promise<number> {
  const { db, platform, now, countries, settings } = deps;
  const { appsPerRequest } = settings;
  const storefronts = weighedStorefronts(countries, platform);
  const sweep = { platform, day: utcDay(now()), storefronts, appsPerRequest };
  const wanted = await countWantedBatches(db, sweep);
  if (wanted.largest + wanted.others === 0) return 0;

  const plan = planDay(wanted, batchesOfDay(settings));
  const batchesPerMinute = paceOfDay(wanted, plan, settings);
  const paced = { ...sweep, batchesPerMinute, refreshDays: refreshDaysOf(wanted, plan) };
  return plan === "all" ? planSweep(db, paced) : planRotation(db, { ...paced, plan });
}
