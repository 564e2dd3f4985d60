import { type Platform, platforms } from "../../lib/domain/platform.ts";
import {
  hostClasses,
  type RequestCosts,
  type StoreHost,
  type StoreSettings,
  timesCosts,
} from "../../lib/domain/store-hosts.ts";
import { assumed } from "./assumptions.ts";
import { type Bill, computeBill, STEADY_MONTH } from "./bill.ts";
import { neededPerDay } from "./daily-work.ts";
import { averageAcu } from "./database-bill.ts";
import type { Inventory } from "./inventory.ts";
import { sumOfCosts } from "./later-sync.ts";
import { connectionsOf, findLimits, type Limit } from "./limits.ts";
import { splitApps } from "./options.ts";
import { type PipelineSettings, perPlatform, pipelineSettings } from "./pipeline-settings.ts";
import { addApiCalls, schedulesOf, setScheduledRuns } from "./plan-activity.ts";
import type { Measured } from "./simulation/measure.ts";
import { simulate } from "./simulation/simulate.ts";
import type { SimulationOptions } from "./simulation-options.ts";

const DAY_MINUTES = 1_440;

export type Simulated = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly settings: PipelineSettings;
  readonly measured: Measured;
  readonly bill: Bill;
  readonly limits: readonly Limit[];
  readonly connections: ReturnType<typeof connectionsOf>;
  readonly acu: number;
  readonly onDemandPerDay: Readonly<Record<Platform, number>>;
  readonly neededPerMinute: RequestCosts;
};

export function runSimulation(
  options: SimulationOptions,
  { apps: count, inventory, onProgress }: { apps: number; inventory: Inventory; onProgress: (share: number) => void },
): Simulated {
  const { stage, days, seed, demand, changedShare, keywords, region, freeTier } = options;
  const apps = splitApps(count, options.iosPercent);
  const settings = settingsInstead(pipelineSettings(stage, inventory), options);
  const requestsPerDay = count * assumed.apiRequestsPerApp;
  const syncsPerDay = demand.syncsPerDay ?? requestsPerDay * assumed.onDemandShare;

  const input = { apps, keywords, days, countedDays: 1, seed, settings, assumed, changedShare };
  const requested = { ...demand, syncsPerDay };
  const measured = simulate({ ...input, demand: requested }, { onProgress });
  const { activity } = measured;
  addApiCalls(activity, requestsPerDay, assumed);
  setScheduledRuns(activity, schedulesOf(stage), assumed);
  const usage = { stage, inventory, activity, assumed, month: STEADY_MONTH };
  const plan = {
    apps,
    keywords,
    requestsPerDay,
    settings,
    assumed: { ...assumed, changedApps: changedShare },
    month: "later",
  } as const;
  const needed = platforms.flatMap((platform) => Object.values(neededPerDay(plan, platform)));
  return {
    apps,
    settings,
    measured,
    bill: computeBill(usage, { region, freeTier }),
    limits: findLimits({ ...plan, stage }),
    neededPerMinute: timesCosts(sumOfCosts(needed), 1 / DAY_MINUTES),
    connections: connectionsOf(stage, settings, assumed, requestsPerDay),
    acu: averageAcu(usage),
    onDemandPerDay: perPlatform((platform) => (count === 0 ? 0 : (syncsPerDay * apps[platform]) / count)),
  };
}

export function settingsInstead(settings: PipelineSettings, { instead }: Pick<SimulationOptions, "instead">) {
  const { maxConcurrency, storeRate, syncsPerTick } = instead;
  return {
    ...settings,
    syncsPerTick: syncsPerTick ?? settings.syncsPerTick,
    concurrency: {
      ...settings.concurrency,
      tracked: perPlatform((platform) => maxConcurrency ?? settings.concurrency.tracked[platform]),
    },
    stores: storeRate === undefined ? settings.stores : storesOf(settings.stores, storeRate),
  };
}

function storesOf({ classes, hosts }: StoreSettings, perMinute: number | "unlimited"): StoreSettings {
  const host = (name: StoreHost) => ({ ...hosts[name], perMinute });
  const all = hostClasses.map((name) => {
    const most = perMinute === "unlimited" ? classes[name].capPerMinute : perMinute;
    return [name, { startPerMinute: most, capPerMinute: most, adaptive: false }] as const;
  });
  return {
    hosts: {
      "itunes.apple.com": host("itunes.apple.com"),
      "apps.apple.com": host("apps.apple.com"),
      "play.google.com": host("play.google.com"),
    },
    // fromEntries loses the names.
    classes: Object.fromEntries(all) as StoreSettings["classes"],
  };
}
