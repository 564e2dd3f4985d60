import { chartFetchRules } from "../../../lib/domain/chart.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { chartFetchCosts } from "../sync-shape.ts";
import { dayAt, type FetchKind, sendFetch } from "./run-fetch.ts";
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
  onStored({ activity, counts, events }, platform, { day }) {
    activity.charts[platform] += 1;
    counts.lastChartAfter[platform] = events.time - day * DAY_SECONDS;
  },
  onLost({ counts }, platform, _fetch, how) {
    if (how === "missed") counts.missedCharts[platform] += 1;
    else counts.failedCharts += 1;
  },
};

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
