import {
  chartFetchRules,
  REQUESTED_CHART_WAIT_MAX_SECONDS,
  REQUESTED_CHARTS_PER_MINUTE,
} from "../../../lib/domain/chart.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { chartClasses } from "../../../lib/domain/request-costs.ts";
import { chartFetchCosts } from "../sync-shape.ts";
import { busyWithUsers } from "./dispatch.ts";
import { type FetchKind, sendDueFetches, sendFetch } from "./paced-fetches.ts";
import { dayAt, type Fetch } from "./paced-turns.ts";
import type { Charts, World } from "./world.ts";

const DAY_SECONDS = 86_400;

export type ChartRequest = { readonly user: number; readonly index: number };
export type RequestedChart =
  | { readonly outcome: "queued"; readonly delaySeconds: number; readonly fetch: Fetch }
  | { readonly outcome: "under_way" | "limit_reached" };

/** lib/charts/start-daily-charts.ts */
export function planCharts(world: World): void {
  const { events, settings, stores } = world;
  const day = dayAt(events.time);
  for (const platform of platforms) {
    const { requestedBy, today, turns } = stores[platform].charts;
    const requested = new Set([...today.values()].filter((fetch) => fetch.day === day).map(({ index }) => index));
    for (const fetch of turns.plan(day, settings.charts[platform].perDay, events.time)) {
      if (requested.has(fetch.index)) fetch.isTaken = true;
      else today.set(fetch.index, fetch);
    }
    requestedBy.clear();
  }
  resendCharts(world);
}

/** lib/charts/resend-charts.ts */
export function resendCharts(world: World): void {
  for (const platform of platforms) dispatchCharts(world, platform);
}

function dispatchCharts(world: World, platform: Platform): void {
  const { turns } = world.stores[platform].charts;
  const busySeconds = busyWithUsers(world, platform, { purpose: "chart", classes: chartClasses[platform] });
  const kindOf = (fetch: Fetch) => chartKind(world, platform, { fetch, isRequested: false });
  sendDueFetches(world, { platform, turns, kindOf, busySeconds, graceHours: chartFetchRules.graceHours });
}

type Sent = { readonly fetch: Fetch; readonly isRequested: boolean };

/** lib/charts/fetch-chart.ts */
function chartKind(world: World, platform: Platform, { fetch, isRequested }: Sent): FetchKind {
  const { activity, counts, events, settings, stores } = world;
  const { turns } = stores[platform].charts;
  return {
    queue: "charts",
    purpose: isRequested ? "requested_chart" : "chart",
    rules: chartFetchRules,
    costs: chartFetchCosts(platform, (settings.charts[platform].pages ?? 0) > 0, fetch.index),
    writes: 1,
    items: 1,
    leave: (at) => turns.leave(fetch, at),
    onEnd(outcome) {
      if (outcome === "failed") counts.failedCharts += 1;
      else activity.charts[platform] += 1;
      if (outcome === "stored") counts.lastChartAfter[platform] = events.time - fetch.day * DAY_SECONDS;
      if (outcome === "stored" && isRequested) counts.requestedCharts.seconds.push(events.time - fetch.at);
    },
    dispatch: () => dispatchCharts(world, platform),
  };
}

/** request_chart: queues a chart for a user, ahead of the planned ones. */
export function requestChart(
  charts: Charts,
  { user, index }: ChartRequest,
  { now, chartsPerDay }: { readonly now: number; readonly chartsPerDay: number },
): RequestedChart {
  const day = dayAt(now);
  const byUser = charts.requestedBy.get(user) ?? 0;
  const turnAt = Math.max(charts.nextRequestedAt, now);
  if (turnAt > now + REQUESTED_CHART_WAIT_MAX_SECONDS || byUser >= chartsPerDay) return { outcome: "limit_reached" };
  const known = charts.today.get(index);
  if (known?.day === day && (known.isTaken || known.attempts > 0)) return { outcome: "under_way" };
  if (known !== undefined) known.isTaken = true;
  const fetch = { index, day, at: now, attempts: 0, isTaken: true };
  charts.today.set(index, fetch);
  charts.requestedBy.set(user, byUser + 1);
  charts.nextRequestedAt = turnAt + 60 / REQUESTED_CHARTS_PER_MINUTE;
  charts.turns.yieldTurn(now);
  return { outcome: "queued", delaySeconds: turnAt - now, fetch };
}

/** lib/charts/refresh-chart.ts */
export function refreshChart(world: World, platform: Platform, request: ChartRequest): void {
  const { activity, counts, events, settings, stores } = world;
  const { charts } = stores[platform];
  const chartsPerDay = settings.chartRequestsPerUserAndDay;
  const requested = requestChart(charts, request, { now: events.time, chartsPerDay });
  activity.statements += 1;
  counts.chartRequests[platform][requested.outcome] += 1;
  if (requested.outcome !== "queued") return;
  const { delaySeconds, fetch } = requested;
  const kindOf = () => chartKind(world, platform, { fetch, isRequested: true });
  sendFetch(world, { platform, turns: charts.turns, kindOf }, fetch, messageDelaySeconds(delaySeconds));
}
