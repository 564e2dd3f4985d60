import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { costsByHost, platformOfHost, type StoreHost, storeHosts } from "../../lib/domain/store-hosts.ts";
import { batchesOfDay, rotatedMin } from "../../lib/domain/sweep-rotation.ts";
import { maxConnections } from "../aws/capacity-checks.ts";
import type { Stage } from "../aws/stage.ts";
import { tickTimes } from "../templates/tick-times.ts";
import type { Assumed } from "./assumptions.ts";
import { dailyWork, neededPerDay, type WorkPlan } from "./daily-work.ts";
import type { PipelineSettings } from "./pipeline-settings.ts";
import { effortOf } from "./plan-activity.ts";
import { batchesByKind } from "./simulation/daily-sweep.ts";

const DAY_SECONDS = 86_400;
const DAY_MINUTES = 1_440;

export type Limit = {
  readonly kind: "store" | "sweep" | "schedule" | "consumers" | "database";
  readonly platform: Platform;
  readonly name: string;
  readonly unit: "syncs" | "batches";
  readonly demandPerDay: number;
  readonly capacityPerDay: number;
  readonly setting: string;
  readonly isNow: string;
  readonly needed: string;
};

type PlanInput = WorkPlan & { readonly stage: Stage };

export function findLimits(input: PlanInput): readonly Limit[] {
  return platforms.flatMap((platform) => {
    const { dailyBatches, syncs } = dailyWork(input, platform);
    return [
      ...storeHosts.filter((host) => platformOfHost[host] === platform).map((host) => storeLimit(input, host, syncs)),
      ...(dailyBatches > 0 ? [sweepLimit(input, platform)] : []),
      scheduleLimit(input.settings, platform, syncs),
      consumerLimit(input, platform, syncs),
      databaseLimit(input, platform, syncs),
    ];
  });
}

export function bottleneckOf(limits: readonly Limit[]): Limit | undefined {
  return limits
    .filter(({ capacityPerDay, demandPerDay }) => capacityPerDay < demandPerDay)
    .toSorted((a, b) => a.capacityPerDay / a.demandPerDay - b.capacityPerDay / b.demandPerDay)[0];
}

/** The rest of a host's budget after charts and sweeps, in syncs per day, without periodic refreshes. */
function storeLimit(input: PlanInput, host: StoreHost, demandPerDay: number): Limit {
  const { settings } = input;
  const platform = platformOfHost[host];
  const needed = neededPerDay(input, platform);
  const paced = costsByHost(needed.paced).get(host) ?? 0;
  const ofSyncs = costsByHost(needed.ofSyncs).get(host) ?? 0;
  const { perMinute } = settings.stores.hosts[host];
  const ofOneSync = demandPerDay === 0 ? 0 : ofSyncs / demandPerDay;
  const isEnough = perMinute === "unlimited" || ofOneSync === 0;
  return {
    kind: "store",
    unit: "syncs",
    platform,
    name: `the budget of ${host}`,
    demandPerDay,
    capacityPerDay: isEnough ? Number.POSITIVE_INFINITY : Math.max(0, (perMinute * DAY_MINUTES - paced) / ofOneSync),
    setting: `stores.hosts["${host}"].perMinute`,
    isNow: String(perMinute),
    needed: ((paced + ofSyncs) / DAY_MINUTES).toFixed(1),
  };
}

/** Only the largest storefronts are read daily. The others rotate, however many apps there are. */
function sweepLimit({ apps, settings: { sweep } }: PlanInput, platform: Platform): Limit {
  const demandPerDay = Math.ceil(apps[platform] / sweep.appsPerRequest) * batchesByKind(platform).largest;
  const forLargest = batchesOfDay(sweep) - rotatedMin(batchesOfDay(sweep));
  return {
    kind: "sweep",
    unit: "batches",
    platform,
    name: `the pace of the ${platform} sweep in the largest storefronts`,
    demandPerDay,
    capacityPerDay: forLargest,
    setting: "sweep.batchesPerMinute",
    isNow: String(sweep.batchesPerMinute),
    needed: ((demandPerDay / forLargest) * sweep.batchesPerMinute).toFixed(1),
  };
}

function scheduleLimit(settings: PipelineSettings, platform: Platform, demandPerDay: number): Limit {
  const ticks = tickTimes(settings.schedules.startDueSyncs, 1).length;
  return {
    kind: "schedule",
    unit: "syncs",
    platform,
    name: `the schedule of ${platform} syncs`,
    demandPerDay,
    capacityPerDay: settings.syncsPerTick * ticks,
    setting: "sync.syncsPerTick",
    isNow: settings.syncsPerTick.toLocaleString("en-US"),
    needed: Math.ceil(demandPerDay / ticks).toLocaleString("en-US"),
  };
}

function consumerLimit(input: PlanInput, platform: Platform, demandPerDay: number): Limit {
  const { settings } = input;
  const { workerSeconds } = effortOf(input, platform);
  const concurrency = settings.concurrency.tracked[platform];
  return {
    kind: "consumers",
    unit: "syncs",
    platform,
    name: `the consumers of sync-tracked-${platform}`,
    demandPerDay,
    capacityPerDay: (concurrency * DAY_SECONDS) / workerSeconds,
    setting: "sync.maxConcurrency.tracked",
    isNow: String(concurrency),
    needed: Math.ceil((demandPerDay * workerSeconds) / DAY_SECONDS).toLocaleString("en-US"),
  };
}

function databaseLimit(input: PlanInput, platform: Platform, demandPerDay: number): Limit {
  const { assumed, stage } = input;
  const maxAcu = stage.database.cluster?.capacity.maxAcu ?? Number.POSITIVE_INFINITY;
  const acuSeconds = (of: Platform) => effortOf(input, of).statements / assumed.statementsPerAcu;
  const others = platforms
    .filter((other) => other !== platform)
    .reduce((sum, other) => sum + dailyWork(input, other).syncs * acuSeconds(other), 0);
  const needed = (others + demandPerDay * acuSeconds(platform)) / DAY_SECONDS;
  return {
    kind: "database",
    unit: "syncs",
    platform,
    name: `the database, for ${platform} syncs`,
    demandPerDay,
    capacityPerDay: Math.max(0, maxAcu * DAY_SECONDS - others) / acuSeconds(platform),
    setting: "database.cluster.capacity.maxAcu",
    isNow: String(maxAcu),
    needed: String(Math.ceil(needed)),
  };
}

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
