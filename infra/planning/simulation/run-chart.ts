import { chartFetchRules } from "../../../lib/domain/chart.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { storefrontAppsCosts } from "../../../lib/domain/request-costs.ts";
import { chartFetchCosts } from "../sync-shape.ts";
import { dayAt, type Fetch, type FetchKind, sendFetch } from "./run-fetch.ts";
import type { World } from "./world.ts";

const DAY_SECONDS = 86_400;

/** lib/charts/fetch-chart.ts */
export const chartKind: FetchKind = {
  queue: "charts",
  purpose: "chart",
  rules: chartFetchRules,
  costsOf: ({ settings }, platform, { index }) =>
    chartFetchCosts(platform, (settings.charts[platform].pages ?? 0) > 0, index),
  writes: 1,
  items: 1,
  onStored(world, platform, fetch) {
    const { activity, counts, events } = world;
    activity.charts[platform] += 1;
    counts.lastChartAfter[platform] = events.time - fetch.day * DAY_SECONDS;
    identifyApps(world, platform, fetch);
  },
  onLost({ counts }, platform, _fetch, how) {
    if (how === "missed") counts.missedCharts[platform] += 1;
    else counts.failedCharts += 1;
  },
};

/** lib/charts/identify-apps.ts: what it does not get on a day, it requests on the next. */
const identification: FetchKind = {
  queue: "charts",
  purpose: "identify",
  rules: chartFetchRules,
  costsOf: () => storefrontAppsCosts,
  writes: 1,
  items: 1,
  onStored: () => undefined,
  onLost: () => undefined,
};

/** Has the apps of some pages identified by one request. Every other fetch is a page. */
function identifyApps(world: World, platform: Platform, { index, day }: Fetch): void {
  const { events, input, settings } = world;
  const { pages = 0 } = settings.charts[platform];
  const every = 2 * Math.round(input.assumed.pagesPerLookup);
  if (pages === 0 || index % every !== 0) return;
  sendFetch(world, identification, { platform, day, index, at: events.time + settings.identifySeconds });
}

/** lib/charts/start-daily-charts.ts */
export function planCharts(world: World): void {
  const { charts, events, settings } = world;
  for (const platform of platforms) {
    charts[platform].plan(dayAt(events.time), settings.charts[platform].perDay, events.time);
  }
  sweepCharts(world);
}

/** lib/charts/sweep-charts.ts */
export function sweepCharts(world: World): void {
  const { charts, events, settings } = world;
  for (const platform of platforms) {
    for (const { day, index, delaySeconds } of charts[platform].takeDue(events.time, settings.chartHorizonSeconds)) {
      sendFetch(world, chartKind, { platform, day, index, at: events.time + delaySeconds });
    }
  }
}
