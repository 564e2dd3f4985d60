import { prod } from "../../../infra/aws/stages.ts";
import { type Assumed, assumed } from "../../../infra/planning/assumptions.ts";
import type { PipelineSettings } from "../../../infra/planning/pipeline-settings.ts";
import { simulate } from "../../../infra/planning/simulation/simulate.ts";
import type { Demand, SimulationInput, World } from "../../../infra/planning/simulation/world.ts";
import { equalStores } from "../../support/store-settings.ts";

/** A store that takes a second for each request and never fails; nothing else takes time. No publisher is watched. */
export const oneSecondStore: Assumed = {
  ...assumed,
  storeMedianMs: 1_000,
  storeP99Ms: 1_000,
  itemFailures: 0,
  crashes: 0,
  statementMs: 0,
  sendMs: 0,
  scraperCallMs: 0,
  scheduledRunSeconds: 0,
  publishersPerApp: 0,
};

const noCharts = { perDay: 0, perMinute: 1 };

/** Apps are due ten minutes after their last sync, and started once, 15 minutes after midnight. */
export const onceADay: PipelineSettings = {
  refreshSeconds: 600,
  runAgeMaxSeconds: 86_400,
  syncsPerTick: 1_000,
  routeDeadlineSeconds: 25,
  stores: equalStores({ perMinute: "unlimited", capacity: 100 }),
  sweep: { ...prod.sweep, schedule: "off" },
  readsAll: { ios: true, android: true },
  concurrency: {
    tracked: { ios: 1, android: 1 },
    onDemand: { ios: 1, android: 1 },
    charts: { ios: 1, android: 1 },
  },
  charts: { ios: noCharts, android: noCharts },
  keywordsPerMinute: { ios: 3, android: 4 },
  paces: { chartsPerMinute: { ios: 1, android: 1 }, sweep: { ...prod.sweep, schedule: "off" } },
  schedules: {
    startDueSyncs: "cron(15 0 * * ? *)",
    resendSyncs: "rate(5 minutes)",
    sweepStorefronts: "rate(5 minutes)",
    startDailyCharts: "cron(0 0 * * ? *)",
    resendCharts: "rate(5 minutes)",
  },
};

export const noDemand: Demand = {
  syncsPerDay: 0,
  firstSyncsPerDay: 0,
  firstReadsPerDay: 0,
};

/** When the schedule starts the syncs, in seconds. */
export const STARTED_AT = 900;

/** Simulates a day of one App Store app, unless the input says otherwise. Returns the world at its end, too. */
export function simulateDay(input: Partial<SimulationInput> = {}, look: (world: World) => void = () => {}) {
  let end: World | undefined;
  const measured = simulate(
    {
      apps: { ios: 1, android: 0 },
      days: 1,
      seed: 1,
      settings: onceADay,
      assumed: oneSecondStore,
      demand: noDemand,
      changedShare: 0,
      ...input,
    },
    {
      onEvent: (world) => {
        end = world;
        look(world);
      },
    },
  );
  if (end === undefined) throw new Error("No event happened.");
  return { measured, world: end };
}
