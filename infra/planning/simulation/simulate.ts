import { platforms } from "../../../lib/domain/platform.ts";
import { tickTimes } from "../../templates/tick-times.ts";
import { continueInvocation, deliver, free } from "./deliver.ts";
import { eventKinds } from "./environments.ts";
import { rangeOf } from "./fleet.ts";
import { type Measured, measure } from "./measure.ts";
import { askForSync, planCharts, startDueSyncs, sweepSyncs, ticks } from "./schedules.ts";
import { createWorld, type SimulationInput, type World } from "./world.ts";

const DAY_SECONDS = 86_400;
/** Events between two reports of progress. */
const REPORT_EVERY = 2 ** 18;

type Options = {
  /** Told now and then how much of the time has passed, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Called after each event. */
  readonly onEvent?: (world: World) => void;
};

/** Runs a deployment for some days and tells what became of its apps. The same input gives the same response. */
export function simulate(input: SimulationInput, { onProgress, onEvent }: Options = {}): Measured {
  const world = createWorld(input);
  const endsAt = input.days * DAY_SECONDS;
  for (const platform of platforms) addApps(world, platform);
  planTicks(world);

  const { events } = world;
  for (let count = 1; events.pop(); count += 1) {
    if (events.time > endsAt) break;
    happen(world);
    onEvent?.(world);
    if (count % REPORT_EVERY === 0) onProgress?.(events.time / endsAt);
  }
  events.time = endsAt;
  return measure(world);
}

function addApps(world: World, platform: (typeof platforms)[number]): void {
  const [first, count] = rangeOf(world.fleet, platform);
  for (let index = 0; index < count; index += 1) world.due[platform].add(world.fleet, first + index);
}

function planTicks({ events, input, random, settings }: World): void {
  const { startDueSyncs: start, sweepSyncs: sweep } = settings.schedules;
  for (const time of tickTimes(sweep, input.days)) events.push(time, eventKinds.tick, ticks.sweepSyncs);
  for (const time of tickTimes(start, input.days)) events.push(time, eventKinds.tick, ticks.startDueSyncs);
  for (const time of tickTimes(settings.schedules.startDailyCharts, input.days)) {
    events.push(time, eventKinds.tick, ticks.planCharts);
  }
  const asked = Math.round(input.onDemandPerDay * input.days);
  for (let index = 0; index < asked; index += 1) {
    events.push(random() * input.days * DAY_SECONDS, eventKinds.tick, ticks.askForSync);
  }
}

function happen(world: World): void {
  const { kind, value } = world.events;
  if (kind >= eventKinds.tick) fire(world, value);
  else if (kind >= eventKinds.freed) free(world, kind - eventKinds.freed);
  else if (kind >= eventKinds.asked) continueInvocation(world, value);
  else deliver(world, kind, value);
}

function fire(world: World, tick: number): void {
  if (tick === ticks.startDueSyncs) startDueSyncs(world);
  else if (tick === ticks.sweepSyncs) sweepSyncs(world);
  else if (tick === ticks.planCharts) planCharts(world);
  else askForSync(world);
}
