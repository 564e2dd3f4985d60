import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import type { Stage } from "../aws/stage.ts";
import { type Assumed, assumed, assumptions } from "./assumptions.ts";
import { type Bill, type BillOptions, computeBill, describeBill, STEADY_MONTH } from "./bill.ts";
import { formatNumber, formatTable } from "./format-table.ts";
import type { Inventory } from "./inventory.ts";
import type { Month } from "./later-sync.ts";
import { findLimits, type Limit } from "./limits.ts";
import { type CostOptions, splitApps } from "./options.ts";
import { pipelineSettings } from "./pipeline-settings.ts";
import { planActivity, schedulesOf } from "./plan-activity.ts";
import { PRICES_AS_OF, prices, type Region, unverifiedPrices } from "./prices.ts";
import { describeKept, type KeptKind } from "./stored-bytes.ts";

const CENTS = 2;

export function describeCost(options: CostOptions, inventory: Inventory): readonly string[] {
  const { stage, keywords, region, freeTier } = options;
  const apps = splitApps(options.apps, options.iosPercent);
  const requestsPerDay = options.requestsPerDay ?? options.apps * assumed.apiRequestsPerApp;
  const fixed = { stage, inventory, assumed, region, freeTier };
  const { bill, storage } = estimateCost({ ...fixed, apps, keywords, requestsPerDay, month: "later" });
  const first = estimateCost({ ...fixed, apps, keywords, requestsPerDay, month: "first" });
  const idle = estimateCost({ ...fixed, apps: splitApps(0, 0), requestsPerDay: 0, month: "later" }).bill;

  const limitsOf = (month: Month) =>
    findLimits({ apps, keywords, requestsPerDay, settings: pipelineSettings(stage, inventory), assumed, stage, month });
  const counted = platforms.map(
    (platform) => `${formatNumber(apps[platform], 0)} ${platformFacts[platform].storeName}`,
  );
  return [
    `Stage ${stage.name}, ${formatNumber(options.apps, 0)} apps (${counted.join(", ")}), ` +
      `${formatNumber(requestsPerDay, 0)} API requests a day, ` +
      `${formatNumber(keywords.ios + keywords.android, 0)} tracked terms.`,
    `${region}, prices of ${PRICES_AS_OF}, free tier: ${freeTier}.`,
    "",
    ...describeUndone({ "The first month": limitsOf("first"), "Each later month": limitsOf("later") }),
    `The first month, in which every app is also read whole once, and month ${STEADY_MONTH}, by which the charts of`,
    `${stage.retention.chartEntriesDays} days are kept:`,
    ...describeBill(bill, first.bill),
    "",
    ...describeStorage(first.storage, storage),
    "",
    `Idle, without apps or requests: ${formatNumber(idle.totalUsd, CENTS)} USD a month.`,
    "",
    ...describeAssumptions(region),
  ];
}

function describeStorage(first: readonly KeptKind[], later: readonly KeptKind[]): readonly string[] {
  const gb = (kinds: readonly KeptKind[], name: string) => kinds.find((kind) => kind.name === name)?.gb ?? 0;
  return formatTable([
    ["GiB in the database", "first month", `month ${STEADY_MONTH}`, "kept"],
    ...later.map(({ name, days }) => [
      `  ${name}`,
      formatNumber(gb(first, name), CENTS),
      formatNumber(gb(later, name), CENTS),
      Number.isFinite(days) ? `${formatNumber(days, 0)} days` : "for ever",
    ]),
  ]);
}

function describeUndone(limitsByMonth: Readonly<Record<string, readonly Limit[]>>): readonly string[] {
  return Object.entries(limitsByMonth).flatMap(([month, limits]) => {
    const exceeded = limits.filter(({ capacityPerDay, demandPerDay }) => capacityPerDay < demandPerDay);
    if (exceeded.length === 0) return [];
    return [
      `${month.toUpperCase()} HAS MORE WORK THAN CAN BE DONE: below is no bill of it, but what all of it would cost.`,
      ...exceeded.map(
        ({ name, unit, capacityPerDay, demandPerDay }) =>
          `  ${name} carries ${formatNumber(capacityPerDay, 0)} of ${formatNumber(demandPerDay, 0)} ${unit} a day.`,
      ),
      "npm run simulate shows what happens instead, and its price.",
      "",
    ];
  });
}

function describeAssumptions(region: Region): readonly string[] {
  return [
    "Assumptions:",
    "  every app is sold everywhere, read by the sweeps of its store and synced as often as the stage says; prices are",
    "  those of the first tiers;",
    "  backups are no larger than the database; each message is sent, received and deleted by itself;",
    ...Object.values(assumptions).map(({ value, unit, basis }) => `  ${value} ${unit} (${basis})`),
    `Prices of ${region}, collected in ${PRICES_AS_OF} (unverified: ${unverifiedPrices(region).join(", ")}):`,
    ...Object.entries(prices).map(([name, { per, unit, in: regional }]) => {
      const { usd, source } = regional[region];
      const units = per === 1 ? unit : `${formatNumber(per, 0)} ${unit}`;
      return `  ${name}: ${usd} USD / ${units} (${source ?? "from memory"})`;
    }),
  ];
}

type PlanInput = BillOptions & {
  readonly stage: Stage;
  readonly inventory: Inventory;
  readonly apps: Readonly<Record<Platform, number>>;
  /** Terms that users track. Default: none. */
  readonly keywords?: Readonly<Record<Platform, number>>;
  readonly requestsPerDay: number;
  readonly assumed: Assumed;
  readonly month: Month;
};

export function estimateCost(input: PlanInput): { readonly bill: Bill; readonly storage: readonly KeptKind[] } {
  const { stage, inventory, assumed, region, freeTier, month } = input;
  const settings = pipelineSettings(stage, inventory);
  const activity = planActivity({ ...input, settings, schedules: schedulesOf(stage) });
  const usage = { stage, inventory, activity, assumed, month: month === "first" ? 1 : STEADY_MONTH };
  return { bill: computeBill(usage, { region, freeTier }), storage: describeKept(usage) };
}
