import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import { maxConnections } from "../aws/capacity-checks.ts";
import type { Stage } from "../aws/stage.ts";
import { tickTimes } from "../templates/tick-times.ts";
import type { Assumed } from "./assumptions.ts";
import type { PipelineSettings } from "./pipeline-settings.ts";
import { dailyWork, effortOf, type Plan } from "./plan-activity.ts";

const DAY_SECONDS = 86_400;

/** How many syncs a day one part of the service can carry, and how many it has to. */
export type Limit = {
  readonly kind: "store" | "schedule" | "consumers" | "database";
  readonly platform: Platform;
  readonly name: string;
  readonly demandPerDay: number;
  readonly capacityPerDay: number;
  /** The setting that raises the limit, its value, and the value that the demand needs. */
  readonly setting: string;
  readonly isNow: string;
  readonly needed: string;
};

type PlanInput = Omit<Plan, "schedules"> & { readonly stage: Stage };

export function findLimits(input: PlanInput): readonly Limit[] {
  return platforms.flatMap((platform) => {
    const { syncs } = dailyWork(input, platform);
    return [
      storeLimit(input, platform, syncs),
      scheduleLimit(input.settings, platform, syncs),
      consumerLimit(input, platform, syncs),
      databaseLimit(input, platform, syncs),
    ];
  });
}

/** Returns the limit that the demand exceeds most. */
export function bottleneckOf(limits: readonly Limit[]): Limit | undefined {
  return limits
    .filter(({ capacityPerDay, demandPerDay }) => capacityPerDay < demandPerDay)
    .toSorted((a, b) => a.capacityPerDay / a.demandPerDay - b.capacityPerDay / b.demandPerDay)[0];
}

function storeLimit({ assumed, settings }: PlanInput, platform: Platform, demandPerDay: number): Limit {
  const { rate } = settings.storeBudgets[platform];
  const { tokens } = effortOf(settings, assumed, platform);
  const { perDay } = settings.charts[platform];
  const needed = (demandPerDay * tokens + perDay) / DAY_SECONDS;
  return {
    kind: "store",
    platform,
    name: `${platformFacts[platform].storeName}'s request budget`,
    demandPerDay,
    capacityPerDay:
      rate === "unlimited" ? Number.POSITIVE_INFINITY : Math.max(0, (rate * DAY_SECONDS - perDay) / tokens),
    setting: `stores.hosts of ${platform}`,
    isNow: rate === "unlimited" ? rate : perSecond(rate),
    needed:
      rate === "unlimited" ? perSecond(needed) : `${perSecond(needed)} (${Math.ceil(needed / rate)} egress addresses)`,
  };
}

function perSecond(rate: number): string {
  return `${rate < 10 ? rate.toFixed(2) : Math.ceil(rate).toLocaleString("en-US")} requests a second`;
}

function scheduleLimit(settings: PipelineSettings, platform: Platform, demandPerDay: number): Limit {
  const ticks = tickTimes(settings.schedules.startDueSyncs, 1).length;
  return {
    kind: "schedule",
    platform,
    name: `the schedule of ${platform} syncs`,
    demandPerDay,
    capacityPerDay: settings.syncsPerTick * ticks,
    setting: "sync.syncsPerTick",
    isNow: settings.syncsPerTick.toLocaleString("en-US"),
    needed: Math.ceil(demandPerDay / ticks).toLocaleString("en-US"),
  };
}

function consumerLimit({ assumed, settings }: PlanInput, platform: Platform, demandPerDay: number): Limit {
  const { workerSeconds } = effortOf(settings, assumed, platform);
  const concurrency = settings.concurrency.tracked[platform];
  return {
    kind: "consumers",
    platform,
    name: `the consumers of sync-tracked-${platform}`,
    demandPerDay,
    capacityPerDay: (concurrency * DAY_SECONDS) / workerSeconds,
    setting: "sync.maxConcurrency.tracked",
    isNow: String(concurrency),
    needed: Math.ceil((demandPerDay * workerSeconds) / DAY_SECONDS).toLocaleString("en-US"),
  };
}

/** What the other platform's syncs leave of the capacity. */
function databaseLimit(input: PlanInput, platform: Platform, demandPerDay: number): Limit {
  const { assumed, settings, stage } = input;
  const maxAcu = stage.database.cluster?.capacity.maxAcu ?? Number.POSITIVE_INFINITY;
  const acuSeconds = (of: Platform) => effortOf(settings, assumed, of).statements / assumed.statementsPerAcu;
  const others = platforms
    .filter((other) => other !== platform)
    .reduce((sum, other) => sum + dailyWork(input, other).syncs * acuSeconds(other), 0);
  const needed = (others + demandPerDay * acuSeconds(platform)) / DAY_SECONDS;
  return {
    kind: "database",
    platform,
    name: `the database, for ${platform} syncs`,
    demandPerDay,
    capacityPerDay: Math.max(0, maxAcu * DAY_SECONDS - others) / acuSeconds(platform),
    setting: "database.cluster.capacity.maxAcu",
    isNow: String(maxAcu),
    needed: String(Math.ceil(needed)),
  };
}

/** Returns the connections that may be open at once, and those that the database allows. */
export function connectionsOf(stage: Stage, settings: PipelineSettings, assumed: Assumed, requestsPerDay: number) {
  const { tracked, onDemand, charts } = settings.concurrency;
  const consumers = platforms.reduce(
    (sum, platform) => sum + tracked[platform] + onDemand[platform] + charts[platform],
    0,
  );
  const ofApi = Math.ceil((requestsPerDay / DAY_SECONDS) * (assumed.apiRequestMs / 1000));
  const capacity = stage.database.cluster?.capacity;
  return { consumers, ofApi, allowed: capacity === undefined ? undefined : maxConnections(capacity) };
}
