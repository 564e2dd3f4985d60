import { type Assumed, assumed } from "../../../infra/planning/assumptions.ts";
import type { PipelineSettings } from "../../../infra/planning/simulation/pipeline-settings.ts";
import { simulate } from "../../../infra/planning/simulation/simulate.ts";
import type { SimulationInput, World } from "../../../infra/planning/simulation/world.ts";

/** A store that takes a second a request, never fails, and nothing else that takes time. */
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
};

const noCharts = { perDay: 0, perMinute: 1 };

/** Apps are due ten minutes after their last sync, and started once, 15 minutes after midnight. */
export const onceADay: PipelineSettings = {
  leaseSeconds: 60,
  workerTimeoutSeconds: 90,
  visibilitySeconds: 540,
  refreshSeconds: 600,
  identityRetryDelaysSeconds: [30, 60, 120],
  runAgeMaxSeconds: 86_400,
  syncsPerTick: 1_000,
  spreadSeconds: 0,
  routeDeadlineSeconds: 25,
  storeBudgets: { ios: { rate: "unlimited", capacity: 100 }, android: { rate: "unlimited", capacity: 100 } },
  concurrency: {
    tracked: { ios: 1, android: 1 },
    onDemand: { ios: 1, android: 1 },
    charts: { ios: 1, android: 1 },
  },
  charts: { ios: noCharts, android: noCharts },
  schedules: {
    startDueSyncs: "cron(15 0 * * ? *)",
    sweepSyncs: "rate(5 minutes)",
    startDailyCharts: "cron(0 0 * * ? *)",
  },
};

/** When the schedule starts the syncs, in seconds. */
export const STARTED_AT = 900;

/** A day of one App Store app, unless the input says otherwise. Responses the world at its end too. */
export function simulateDay(input: Partial<SimulationInput> = {}, look: (world: World) => void = () => {}) {
  let end: World | undefined;
  const measured = simulate(
    {
      apps: { ios: 1, android: 0 },
      days: 1,
      seed: 1,
      settings: onceADay,
      assumed: oneSecondStore,
      onDemandPerDay: 0,
      ...input,
    },
    {
      onEvent: (world) => {
        end = world;
        look(world);
      },
    },
  );
  if (end === undefined) throw new Error("Nothing happened.");
  return { measured, world: end };
}
