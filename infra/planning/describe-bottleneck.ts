import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { formatNumber } from "./format-table.ts";
import { bottleneckOf, type Limit } from "./limits.ts";
import type { Simulated } from "./run-simulation.ts";

/** Below this share of what the store's budget bears, most tokens go to runs that do not complete. */
const WELL_USED = 0.7;

/** What holds one number of apps back, and the settings that lift it. */
export function describeBottleneck(simulated: Simulated): readonly string[] {
  const { apps, limits, connections } = simulated;
  const count = `${formatNumber(apps.ios + apps.android, 0)} apps`;
  const first = bottleneckOf(limits);
  if (first === undefined) return [`${count}: nothing holds them back.`, ...describeConnections(connections)];

  const exceeded = limits.filter(({ capacityPerDay, demandPerDay }) => capacityPerDay < demandPerDay);
  return [
    `${count}: the bottleneck is ${first.name}.`,
    ...exceeded.map(describeLimit),
    ...platforms.flatMap((platform) => describeWaste(simulated, platform)),
    ...describeConnections(connections),
  ];
}

/** Runs that share too few tokens all stay unfinished, and their messages are paid for meanwhile. */
function describeWaste(
  { limits, measured, settings, onDemandPerDay }: Simulated,
  platform: Platform,
): readonly string[] {
  const store = limits.find((limit) => limit.kind === "store" && limit.platform === platform);
  const { syncedLastDay } = measured.platforms[platform];
  if (store === undefined || store.capacityPerDay >= store.demandPerDay) return [];
  if (syncedLastDay >= WELL_USED * store.capacityPerDay) return [];

  const ticks = tickTimes(settings.schedules.startDueSyncs, 1).length;
  const servedPerTick = Math.floor((store.capacityPerDay - onDemandPerDay[platform]) / ticks);
  const remedy =
    servedPerTick >= 1
      ? `With sync.syncsPerTick ${servedPerTick} no more would be started than can be served.`
      : "Not even sync.syncsPerTick 1 starts few enough: only a higher rate or fewer apps help.";
  return [
    `  More ${platformFacts[platform].storeName} runs are started than its budget serves. They share the tokens: ` +
      `${formatNumber(syncedLastDay, 0)} of ${formatNumber(store.capacityPerDay, 0)} possible syncs completed. ${remedy}`,
  ];
}

function describeLimit({ name, capacityPerDay, demandPerDay, setting, isNow, needed }: Limit): string {
  return (
    `  ${name}: ${formatNumber(capacityPerDay, 0)} of ${formatNumber(demandPerDay, 0)} syncs a day. ` +
    `${setting} is ${isNow}; ${needed} would do.`
  );
}

function describeConnections({ consumers, ofApi, allowed }: Simulated["connections"]): readonly string[] {
  if (allowed === undefined || consumers + ofApi <= allowed) return [];
  return [`  Connections: ${consumers + ofApi} are needed, database.cluster.capacity.maxAcu allows ${allowed}.`];
}
