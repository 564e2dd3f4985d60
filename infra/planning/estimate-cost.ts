import type { Platform } from "../../lib/domain/platform.ts";
import type { Stage } from "../aws/stages.ts";
import type { Assumed } from "./assumptions.ts";
import { type Bill, computeBill } from "./bill/bill.ts";
import { storageGrowthGb } from "./bill/storage.ts";
import type { Inventory } from "./inventory.ts";
import { planActivity } from "./plan-activity.ts";
import { pipelineSettings } from "./simulation/pipeline-settings.ts";

type PlanInput = {
  readonly stage: Stage;
  readonly inventory: Inventory;
  readonly apps: Readonly<Record<Platform, number>>;
  readonly requestsPerDay: number;
  readonly assumed: Assumed;
  readonly freeTier: boolean;
};

/** The bill of a month in which every app is synced as often as the stage wants. */
export function estimateCost(input: PlanInput): { readonly bill: Bill; readonly storageGrowthGb: number } {
  const { stage, inventory, apps, requestsPerDay, assumed, freeTier } = input;
  const settings = pipelineSettings(stage, inventory);
  const schedules = Object.values(stage.schedules);
  const activity = planActivity({ apps, requestsPerDay, settings, assumed, schedules });
  const usage = { stage, inventory, activity, assumed };
  return { bill: computeBill(usage, { freeTier }), storageGrowthGb: storageGrowthGb(usage) };
}
