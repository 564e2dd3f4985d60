import { platforms } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { tickTimes } from "../../templates/tick-times.ts";
import { noActivity } from "../activity.ts";
import { chartsAndTerms, planDay } from "./charts-and-terms.ts";
import { dispatchSyncs } from "./line.ts";
import { backlogOf, type Measured, measure } from "./measure.ts";
import { sendInTurn } from "./paced-fetches.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import { watchPublishers } from "./publishers.ts";
import { search } from "./searches.ts";
import { dailyBatches, sweepStorefronts } from "./sweeps.ts";
import { requestSync, startDueSyncs } from "./sync-schedules.ts";
import { createCounts, createWorld, type SimulationInput, type Store, type World } from "./world.ts";

/** Events between two reports of progress. */
const REPORT_EVERY = 2 ** 18;

type Options = {
  /** Called with the share of the time that has passed, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly onEvent?: (world: World) => void;
};

/** Runs a deployment for some days and returns the measurements. The same input has the same result. */
export function simulate(input: SimulationInput, { onProgress, onEvent }: Options = {}): Measured {
  const world = createWorld(input);
  const { events, random, stores } = world;
  const { countedDays, days, demand } = world.input;
  const endsAt = days * DAY_SECONDS;
  let before = backlogOf(world);
  events.plan(endsAt - countedDays * DAY_SECONDS, () => {
    before = backlogOf(world);
    Object.assign(world.activity, noActivity(countedDays));
    Object.assign(world.counts, createCounts());
    for (const platform of platforms) stores[platform].slots.chart.missed = 0;
  });
  for (const platform of platforms) planTicks(stores[platform]);
  const { firstReadsPerDay, firstSyncsPerDay, searchesPerDay = 0, syncsPerDay } = demand;
  const atRandom = (perDay: number, happen: (place: number) => void) => {
    for (let place = Math.round(perDay * days); place > 0; place -= 1)
      events.plan(random() * days * DAY_SECONDS, () => happen(place));
  };
  const users = { isRequested: true, isDeferred: false, isFirst: false };
  atRandom(syncsPerDay - firstSyncsPerDay, () => requestSync(world, users));
  atRandom(firstSyncsPerDay, () => requestSync(world, { ...users, isFirst: true }));
  atRandom(firstReadsPerDay, () => requestSync(world, { ...users, isFirst: true, isDeferred: true }));
  // Each store gets half of the searches.
  atRandom(searchesPerDay, (place) => events.run(search(stores[platforms[place % platforms.length] ?? "ios"])));

  for (let count = 1; events.runNext(endsAt); count += 1) {
    onEvent?.(world);
    if (count % REPORT_EVERY === 0) onProgress?.(events.time / endsAt);
  }
  events.time = endsAt;
  return measure(world, before);
}

function planTicks(store: Store): void {
  const { events, input, platform, settings } = store;
  const { resendCharts, resendSyncs, startDailyCharts, startDueSyncs: startSyncs } = settings.schedules;
  const plan = (expression: string, run: (store: Store) => void) => {
    for (const time of tickTimes(expression, input.days)) events.plan(time, () => run(store));
  };
  plan("rate(1 day)", releaseVersions);
  plan(settings.schedules.sweepStorefronts, sweepStorefronts);
  plan(resendSyncs, dispatchSyncs);
  plan(startSyncs, startDueSyncs);
  plan(startDailyCharts, planDay);
  plan(resendCharts, watchPublishers);
  const batches = isSwept(platform, settings.sweep) ? [dailyBatches(store)] : [];
  for (const kind of [...chartsAndTerms(store), ...batches]) events.plan(0, () => sendInTurn(store, kind));
}

/** Some apps have a new version at midnight, so that the sweep and the syncs of the day see it. */
function releaseVersions({ apps, events, input, random }: Store): void {
  for (const app of apps.changedAt.keys()) if (random() < input.changedShare) apps.changedAt[app] = events.time;
}
