import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import { formatNumber } from "./format-table.ts";
import type { Simulated } from "./run-simulation.ts";
import type { Backlog, Measured } from "./simulation/measure.ts";
import type { SimulationOptions } from "./simulation-options.ts";

function describeBacklog({ overdue, requested }: Backlog): string {
  return `${formatNumber(overdue, 0)} apps older than 26 hours and ${formatNumber(requested, 0)} waiting users`;
}

/** Returns which backlog still grows, so that later days will have other figures. */
export function describeGrowth({ apps, measured }: Simulated, { days }: SimulationOptions): readonly string[] {
  if (days === 1) return ["  One day shows no trend: what is left undone may grow."];
  return platforms.flatMap((platform) => {
    if (!grows(measured.backlog[platform], apps[platform])) return [];
    const { before, after } = measured.backlog[platform];
    return [
      `  The backlog of ${platformFacts[platform].storeName} still grows: ${describeBacklog(after)} at the end, ` +
        `${describeBacklog(before)} a day before. Later days are worse than these figures.`,
    ];
  });
}

/** The share and number of apps by which a backlog may differ between days without growing. */
const STEADY = { share: 0.01, apps: 20 };

export function grows({ before, after }: Measured["backlog"][Platform], apps: number): boolean {
  const room = Math.max(STEADY.apps, STEADY.share * apps);
  return after.overdue > before.overdue + room || after.requested > before.requested + room;
}
