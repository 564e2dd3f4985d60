import { planRotation } from "../../db/queries/sweeps/plan-rotation.ts";
import { countWantedBatches, planSweep } from "../../db/queries/sweeps/plan-sweep.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import { weighedStorefronts } from "../domain/storefront-sweep.ts";
import { batchesOfDay, planDay, refreshDaysOf } from "../domain/sweep-rotation.ts";
import type { DispatchStoreDependencies } from "./dispatch-store.ts";

type PlanDailySweepDependencies = Pick<DispatchStoreDependencies, "db" | "now" | "countries"> & {
  readonly platform: Platform;
  readonly settings: { readonly appsPerRequest: number; readonly batchesPerMinute: number };
};

export async function planDailySweep(deps: PlanDailySweepDependencies): Promise<number> {
  const { db, platform, now, countries, settings } = deps;
  const { appsPerRequest, batchesPerMinute } = settings;
  const storefronts = weighedStorefronts(countries, platform);
  const sweep = { platform, day: utcDay(now()), storefronts, appsPerRequest };
  const wanted = await countWantedBatches(db, sweep);
  if (wanted.largest + wanted.others === 0) return 0;

  const plan = planDay(wanted, batchesOfDay(settings));
  const paced = { ...sweep, batchesPerMinute, refreshDays: refreshDaysOf(wanted, plan) };
  return plan === "all" ? planSweep(db, paced) : planRotation(db, { ...paced, plan });
}
