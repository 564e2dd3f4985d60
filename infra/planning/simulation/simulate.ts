import { chartFetchRules } from "../../../lib/domain/chart.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { chartClasses } from "../../../lib/domain/request-costs.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { tickTimes } from "../../templates/tick-times.ts";
import { noActivity } from "../activity.ts";
import { chartFetchCosts } from "../sync-shape.ts";
import { keywordsOf, planKeywords } from "./keywords.ts";
import { dispatchSyncs } from "./line.ts";
import { backlogOf, type Measured, measure } from "./measure.ts";
import { type PacedKind, sendInTurn } from "./paced-fetches.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import { watchPublishers } from "./publishers.ts";
import { planSearches } from "./searches.ts";
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
  const { events } = world;
  const { countedDays, days, demand } = world.input;
  const endsAt = days * DAY_SECONDS;
  let before = backlogOf(world);
  events.plan(endsAt - countedDays * DAY_SECONDS, () => {
    before = backlogOf(world);
    Object.assign(world.activity, noActivity(countedDays));
    Object.assign(world.counts, createCounts());
    for (const platform of platforms) world.stores[platform].charts.missed = 0;
  });
  for (const platform of platforms) planTicks(world, world.stores[platform]);
  const { firstReadsPerDay, firstSyncsPerDay, searchesPerDay = 0, syncsPerDay } = demand;
  planRequests(world, syncsPerDay - firstSyncsPerDay, { isFirst: false, isDeferred: false });
  planRequests(world, firstSyncsPerDay, { isFirst: true, isDeferred: false });
  planRequests(world, firstReadsPerDay, { isFirst: true, isDeferred: true });
  planSearches(world, searchesPerDay);

  for (let count = 1; events.runNext(endsAt); count += 1) {
    onEvent?.(world);
    if (count % REPORT_EVERY === 0) onProgress?.(events.time / endsAt);
  }
  events.time = endsAt;
  return measure(world, before);
}

function planTicks(world: World, store: Store): void {
  const { events, input, settings } = world;
  const { startDailyCharts, startDueSyncs: startSyncs, sweepStorefronts: sweep, resendSyncs } = settings.schedules;
  const { resendCharts } = settings.schedules;
  const plan = (times: readonly number[], run: (world: World, store: Store) => void) => {
    for (const time of times) events.plan(time, () => run(world, store));
  };
  plan(tickTimes("rate(1 day)", input.days), releaseVersions);
  plan(tickTimes(sweep, input.days), sweepStorefronts);
  plan(tickTimes(resendSyncs, input.days), dispatchSyncs);
  plan(tickTimes(startSyncs, input.days), startDueSyncs);
  plan(tickTimes(startDailyCharts, input.days), planCharts);
  plan(tickTimes(resendCharts, input.days), watchPublishers);
  plan([0], () => sendInTurn(world, store, chartsOf(world, store)));
  if (isSwept(store.platform, settings.sweep)) plan([0], () => sendInTurn(world, store, dailyBatches(world, store)));
  if (store.keywords.count === 0) return;
  plan(tickTimes(startDailyCharts, input.days), planKeywords);
  plan([0], () => sendInTurn(world, store, keywordsOf(world, store)));
}

function planRequests(world: World, perDay: number, request: Parameters<typeof requestSync>[1]): void {
  const { events, input, random } = world;
  for (let left = Math.round(perDay * input.days); left > 0; left -= 1) {
    events.plan(random() * input.days * DAY_SECONDS, () => requestSync(world, request));
  }
}

/** Some apps have a new version at midnight, so that the sweep and the syncs of the day see it. */
function releaseVersions({ events, input, random }: World, { apps }: Store): void {
  for (const app of apps.changedAt.keys()) if (random() < input.changedShare) apps.changedAt[app] = events.time;
}

/** Models lib/charts/start-daily-charts.ts. */
function planCharts({ events, settings }: World, { charts, platform }: Store): void {
  charts.plan(events.time, settings.charts[platform].perDay);
}

/** Models lib/charts/fetch-chart.ts. */
function chartsOf({ activity, events, settings }: World, store: Store): PacedKind {
  const { charts, platform } = store;
  const hasPages = (settings.charts[platform].pages ?? 0) > 0;
  return {
    slots: charts,
    queue: store.queues.charts,
    purpose: "chart",
    classes: chartClasses[platform],
    graceHours: chartFetchRules.graceHours,
    dispatchSeconds: DAY_SECONDS / tickTimes(settings.schedules.resendCharts, 1).length,
    pace: () => 1,
    of: ({ day, index }) => ({
      costs: chartFetchCosts(platform, hasPages, index),
      items: 1,
      store() {
        activity.charts[platform] += 1;
        store.lastChartAfter = events.time - day * DAY_SECONDS;
      },
      dispatch: () => undefined,
    }),
  };
}
