import { platformFacts, platforms } from "../../lib/domain/platform.ts";
import { assumed, assumptions } from "./assumptions.ts";
import { describeBill, unverifiedPrices } from "./bill/describe-bill.ts";
import type { CostOptions } from "./cost-options.ts";
import { estimateCost } from "./estimate-cost.ts";
import { formatNumber } from "./format-table.ts";
import type { Inventory } from "./inventory.ts";
import { findLimits, type Limit } from "./limits.ts";
import { pipelineSettings } from "./pipeline-settings.ts";
import { splitApps } from "./planning-options.ts";
import { PRICES_AS_OF, REGION } from "./prices.ts";

const CENTS = 2;

/** All that `npm run cost` prints. */
export function describeCost(options: CostOptions, inventory: Inventory): readonly string[] {
  const { stage, freeTier } = options;
  const apps = splitApps(options.apps, options.iosPercent);
  const requestsPerDay = options.requestsPerDay ?? options.apps * assumed.apiRequestsPerApp;
  const { bill, storageGrowthGb } = estimateCost({ stage, inventory, apps, requestsPerDay, assumed, freeTier });
  const nothing = { stage, inventory, apps: splitApps(0, 0), requestsPerDay: 0, assumed, freeTier };
  const idle = estimateCost(nothing).bill;

  const limits = findLimits({ apps, requestsPerDay, settings: pipelineSettings(stage, inventory), assumed, stage });
  const counted = platforms.map(
    (platform) => `${formatNumber(apps[platform], 0)} ${platformFacts[platform].storeName}`,
  );
  return [
    `Stage ${stage.name}, ${formatNumber(options.apps, 0)} apps (${counted.join(", ")}), ` +
      `${formatNumber(requestsPerDay, 0)} requests of the API a day.`,
    `${REGION}, prices of ${PRICES_AS_OF}, free tiers ${freeTier ? "subtracted" : "not subtracted"}.`,
    "",
    ...describeBill(bill),
    "",
    `Idle, without apps and requests: ${formatNumber(idle.totalUsd, CENTS)} USD a month.`,
    `The database grows by ${formatNumber(storageGrowthGb, CENTS)} GiB a month.`,
    ...limits.flatMap(describeReach),
    "",
    ...describeAssumptions(),
  ];
}

/** Says where a store bears less than the bill pays for. */
function describeReach({ kind, name, capacityPerDay, demandPerDay }: Limit): readonly string[] {
  if (kind !== "store" || capacityPerDay >= demandPerDay) return [];
  return [
    `Not within reach: ${name} bears ${formatNumber(capacityPerDay, 0)} of the ${formatNumber(demandPerDay, 0)} ` +
      "syncs a day that this bill pays for. npm run simulate shows what happens.",
  ];
}

function describeAssumptions(): readonly string[] {
  return [
    "Assumed:",
    "  every app is sold everywhere and synced in full as often as the stage wants; first tiers of all prices;",
    "  backups no larger than the database; a message is sent, received and deleted alone;",
    ...Object.values(assumptions).map(({ value, unit, basis }) => `  ${value} ${unit} (${basis})`),
    `Prices from memory, to be checked: ${unverifiedPrices().join(", ")}. The others name their page in prices.ts.`,
  ];
}
