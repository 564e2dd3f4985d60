import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { formatNumber } from "./format-table.ts";
import { bottleneckOf, type Limit } from "./limits.ts";
import type { Simulated } from "./run-simulation.ts";

const WELL_USED = 0.7;

export function describeBottleneck(simulated: Simulated): readonly string[] {
  const { apps, limits, connections } = simulated;
  const count = `${formatNumber(apps.ios + apps.android, 0)} apps`;
  const exceeded = describeLimits(count, limits);
  if (exceeded.length === 0) return [`${count}: no limit is reached.`, ...describeConnections(connections)];

  return [
    ...exceeded,
    ...platforms.flatMap((platform) => describeWaste(simulated, platform)),
    ...describeConnections(connections),
  ];
}

export function describeLimits(count: string, limits: readonly Limit[]): readonly string[] {
  const first = bottleneckOf(limits);
  if (first === undefined) return [];
  const exceeded = limits.filter(({ capacityPerDay, demandPerDay }) => capacityPerDay < demandPerDay);
  return [`${count}: the bottleneck is ${first.name}.`, ...exceeded.map(describeLimit)];
}

function describeLimit({ kind, name, unit, capacityPerDay, demandPerDay, setting, isNow, needed }: Limit): string {
  const otherwise = kind === "store" ? " Where the limit of the store is lower, apps are synced less often." : "";
  return (
    `  ${name}: ${formatNumber(capacityPerDay, 0)} of ${formatNumber(demandPerDay, 0)} ${unit} a day. ` +
    `${setting} is ${isNow}; ${needed} would suffice.${otherwise}`
  );
}

/** If runs share too few tokens, all of them stay unfinished, and their messages still cost. */
function describeWaste(
  { limits, measured, settings, onDemandPerDay }: Simulated,
  platform: Platform,
): readonly string[] {
  const [store] = limits
    .filter((limit) => limit.kind === "store" && limit.platform === platform)
    .toSorted((a, b) => a.capacityPerDay - b.capacityPerDay);
  const { syncsPerDay } = measured.platforms[platform];
  if (store === undefined || store.capacityPerDay >= store.demandPerDay) return [];
  if (syncsPerDay >= WELL_USED * store.capacityPerDay) return [];

  const ticks = tickTimes(settings.schedules.startDueSyncs, 1).length;
  const servedPerTick = Math.floor((store.capacityPerDay - onDemandPerDay[platform]) / ticks);
  const remedy =
    servedPerTick >= 1
      ? `With sync.syncsPerTick ${servedPerTick}, no more runs start than the budget completes.`
      : "Even sync.syncsPerTick 1 starts too many: only a higher rate or fewer apps help.";
  return [
    `  More ${platformFacts[platform].storeName} runs start than its budget completes. They share the tokens: ` +
      `${formatNumber(syncsPerDay, 0)} of ${formatNumber(store.capacityPerDay, 0)} possible syncs complete. ` +
      `${remedy}`,
  ];
}

function describeConnections({ consumers, ofApi, allowed }: Simulated["connections"]): readonly string[] {
  if (allowed === undefined || consumers + ofApi <= allowed) return [];
  return [`  Connections: ${consumers + ofApi} are needed, database.cluster.capacity.maxAcu allows ${allowed}.`];
}
