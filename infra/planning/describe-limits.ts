import { formatNumber } from "./format-table.ts";
import { bottleneckOf, type Limit } from "./limits.ts";

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
