import { tickTimes } from "../../templates/tick-times.ts";
import { planCharts, resendCharts } from "./charts.ts";
import { type Measured, measure } from "./measure.ts";
import { sweepStorefronts } from "./sweep-storefronts.ts";
import { releaseVersions, requestSync, resendSyncs, startDueSyncs } from "./sync-schedules.ts";
import { requestChart, search } from "./users.ts";
import { createWorld, type SimulationInput, type World } from "./world.ts";

const DAY_SECONDS = 86_400;
/** Events between two reports of progress. */
const REPORT_EVERY = 2 ** 18;

type Options = {
  /** Called with the share of the time that has passed, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Called after each event. */
  readonly onEvent?: (world: World) => void;
};

/** Runs a deployment for some days and returns how its apps fared. The same input has the same result. */
export function simulate(input: SimulationInput, { onProgress, onEvent }: Options = {}): Measured {
  const world = createWorld(input);
  const { events } = world;
  const endsAt = input.days * DAY_SECONDS;
  planSchedules(world);
  planRequests(world);

  for (let count = 1; events.runNext(endsAt); count += 1) {
    onEvent?.(world);
    if (count % REPORT_EVERY === 0) onProgress?.(events.time / endsAt);
  }
  events.time = endsAt;
  return measure(world);
}

function planSchedules(world: World): void {
  const { events, input, settings } = world;
  const { schedules } = settings;
  const plan = (expression: string, run: (world: World) => void) => {
    for (const time of tickTimes(expression, input.days)) events.plan(time, () => run(world));
  };
  for (let day = 0; day < input.days; day += 1) events.plan(day * DAY_SECONDS, () => releaseVersions(world));
  plan(schedules.sweepStorefronts, sweepStorefronts);
  plan(schedules.resendSyncs, resendSyncs);
  plan(schedules.startDueSyncs, startDueSyncs);
  plan(schedules.startDailyCharts, planCharts);
  plan(schedules.resendCharts, resendCharts);
}

/** What users request comes at any time. */
function planRequests(world: World): void {
  const { demandRandom, events, input, random } = world;
  const { chartRequestsPerDay, firstLooksPerDay, firstSyncsPerDay, searchesPerDay, syncsPerDay } = input.demand;
  const plan = (perDay: number, draw: () => number, run: (world: World) => void) => {
    for (let left = Math.round(perDay * input.days); left > 0; left -= 1) {
      events.plan(draw() * input.days * DAY_SECONDS, () => run(world));
    }
  };
  const sync = (request: Parameters<typeof requestSync>[1]) => (of: World) => requestSync(of, request);
  plan(syncsPerDay - firstSyncsPerDay, random, sync({ isFirst: false, isDeferred: false }));
  plan(firstSyncsPerDay, random, sync({ isFirst: true, isDeferred: false }));
  plan(firstLooksPerDay, random, sync({ isFirst: true, isDeferred: true }));
  plan(searchesPerDay, demandRandom, search);
  plan(chartRequestsPerDay, demandRandom, requestChart);
}
