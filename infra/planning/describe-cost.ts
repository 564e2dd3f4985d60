import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import type { Stage } from "../aws/stage.ts";
import { type Assumed, assumed, assumptions } from "./assumptions.ts";
import { type Bill, computeBill, describeBill, unverifiedPrices } from "./bill.ts";
import { storageGrowthGb } from "./database-bill.ts";
import { formatNumber } from "./format-table.ts";
import type { Inventory } from "./inventory.ts";
import type { Month } from "./later-sync.ts";
import { findLimits, type Limit } from "./limits.ts";
import { type CostOptions, splitApps } from "./options.ts";
import { pipelineSettings } from "./pipeline-settings.ts";
import { planActivity } from "./plan-activity.ts";
import { PRICES_AS_OF, REGION } from "./prices.ts";

const CENTS = 2;

/** Returns the output of `npm run cost`. */
export function describeCost(options: CostOptions, inventory: Inventory): readonly string[] {
  const { stage, freeTier } = options;
  const apps = splitApps(options.apps, options.iosPercent);
  const requestsPerDay = options.requestsPerDay ?? options.apps * assumed.apiRequestsPerApp;
  const fixed = { stage, inventory, assumed, freeTier };
  const { bill, storageGrowthGb } = estimateCost({ ...fixed, apps, requestsPerDay, month: "later" });
  const first = estimateCost({ ...fixed, apps, requestsPerDay, month: "first" });
  const idle = estimateCost({ ...fixed, apps: splitApps(0, 0), requestsPerDay: 0, month: "later" }).bill;

  const limitsOf = (month: Month) =>
    findLimits({ apps, requestsPerDay, settings: pipelineSettings(stage, inventory), assumed, stage, month });
  const counted = platforms.map(
    (platform) => `${formatNumber(apps[platform], 0)} ${platformFacts[platform].storeName}`,
  );
  return [
    `Stage ${stage.name}, ${formatNumber(options.apps, 0)} apps (${counted.join(", ")}), ` +
      `${formatNumber(requestsPerDay, 0)} API requests a day.`,
    `${REGION}, prices of ${PRICES_AS_OF}, free tier ${freeTier ? "subtracted" : "not subtracted"}.`,
    "",
    "A month in which all apps have long been followed:",
    ...describeBill(bill),
    "",
    `The first month, in which every app is also read whole once: ${formatNumber(first.bill.totalUsd, CENTS)} USD.`,
    ...limitsOf("first").flatMap(describeReach),
    `Idle, without apps or requests: ${formatNumber(idle.totalUsd, CENTS)} USD a month.`,
    `The database grows by ${formatNumber(storageGrowthGb, CENTS)} GiB a month.`,
    ...limitsOf("later").flatMap(describeReach),
    "",
    ...describeAssumptions(),
  ];
}

/** Returns a warning where a store allows fewer syncs than the bill includes. */
function describeReach({ kind, name, capacityPerDay, demandPerDay }: Limit): readonly string[] {
  if (kind !== "store" || capacityPerDay >= demandPerDay) return [];
  return [
    `Not achievable: ${name} allows ${formatNumber(capacityPerDay, 0)} of the ${formatNumber(demandPerDay, 0)} ` +
      "syncs a day that this bill includes. npm run simulate shows what happens instead.",
  ];
}

function describeAssumptions(): readonly string[] {
  return [
    "Assumptions:",
    "  every app is sold everywhere, read by the sweeps of its store and synced as often as the stage says; prices are",
    "  those of the first tiers;",
    "  backups are no larger than the database; each message is sent, received and deleted by itself;",
    ...Object.values(assumptions).map(({ value, unit, basis }) => `  ${value} ${unit} (${basis})`),
    `Unverified prices: ${unverifiedPrices().join(", ")}. The source of the others is in infra/planning/prices.ts.`,
  ];
}

type PlanInput = {
  readonly stage: Stage;
  readonly inventory: Inventory;
  readonly apps: Readonly<Record<Platform, number>>;
  readonly requestsPerDay: number;
  readonly assumed: Assumed;
  readonly freeTier: boolean;
  readonly month: Month;
};

/** Returns the bill of a month in which every app is read and synced as often as the stage says. */
export function estimateCost(input: PlanInput): { readonly bill: Bill; readonly storageGrowthGb: number } {
  const { stage, inventory, apps, requestsPerDay, assumed, freeTier, month } = input;
  const settings = pipelineSettings(stage, inventory);
  const schedules = Object.values(stage.schedules);
  const activity = planActivity({ apps, requestsPerDay, settings, assumed, schedules, month });
  const usage = { stage, inventory, activity, assumed };
  return { bill: computeBill(usage, { freeTier }), storageGrowthGb: storageGrowthGb(usage) };
}
