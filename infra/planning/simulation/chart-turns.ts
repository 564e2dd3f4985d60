import { REQUESTED_CHART_WAIT_MAX_SECONDS, requestedChartsPerMinute } from "../../../lib/domain/chart.ts";

/** A chart by its number among all that the platform has, on a day. */
export type Chart = { readonly index: number; readonly day: number };

type PlannedChart = Chart & { readonly plannedAt: number };

/** A platform's rows of chart_fetches, chart_turns and chart_requests. */
export type ChartTurns = {
  /** plan_charts: plans a day's charts at the pace, but for those that were requested before. */
  plan(day: number, count: number, now: number): void;
  /** take_due_charts: returns the charts whose turn comes within the horizon, each with the seconds until then. */
  takeDue(now: number, horizonSeconds: number): readonly (Chart & { readonly delaySeconds: number })[];
  /** Delays all later turns. */
  hold(seconds: number, now: number): void;
  /** request_chart: queues a chart for a user, ahead of the planned ones. */
  request(user: number, chart: Chart, now: number): RequestedChart;
};

export type RequestedChart =
  | { readonly outcome: "queued"; readonly delaySeconds: number }
  | { readonly outcome: "under_way" | "limit_reached" };

export function createChartTurns(pace: {
  readonly perMinute: number;
  readonly requestsPerUserAndDay: number;
}): ChartTurns {
  const plannedGap = 60 / pace.perMinute;
  const requestedGap = 60 / requestedChartsPerMinute(pace.perMinute);
  let planned: readonly PlannedChart[] = [];
  /** Charts of a day that were taken or requested. */
  let queued = new Map<number, Set<number>>();
  let requestsByUser = new Map<number, { readonly day: number; readonly charts: number }>();
  let nextPlannedAt = 0;
  let nextRequestedAt = 0;

  return {
    plan(day, count, now) {
      queued = new Map([[day, queued.get(day) ?? new Set()]]);
      requestsByUser = new Map([...requestsByUser].filter(([, ofDay]) => ofDay.day === day));
      const ofDay = Array.from({ length: count }, (_, index) => ({ index, day, plannedAt: now + index * plannedGap }));
      // The newest day goes first.
      planned = [...ofDay.filter(({ index }) => !queued.get(day)?.has(index)), ...planned];
    },
    takeDue(now, horizonSeconds) {
      const due = planned
        .filter(({ plannedAt }) => plannedAt <= now + horizonSeconds)
        .slice(0, Math.ceil((horizonSeconds * pace.perMinute) / 60))
        .toSorted((a, b) => Math.max(now, a.plannedAt) - Math.max(now, b.plannedAt) || b.day - a.day);
      let turn = Math.max(0, nextPlannedAt - now);
      const taken = [];
      for (const chart of due) {
        turn = Math.max(turn, chart.plannedAt - now);
        if (turn >= horizonSeconds) break;
        taken.push({ ...chart, delaySeconds: turn });
        turn += plannedGap;
      }
      if (taken.length === 0) return taken;
      nextPlannedAt = now + turn;
      const given = new Set(due.slice(0, taken.length));
      planned = planned.filter((chart) => !given.has(chart));
      for (const { day, index } of taken) queued.get(day)?.add(index);
      return taken;
    },
    hold(seconds, now) {
      nextPlannedAt = Math.max(nextPlannedAt, now) + seconds;
    },
    request(user, { index, day }, now) {
      const ofUser = requestsByUser.get(user);
      const charts = ofUser?.day === day ? ofUser.charts : 0;
      const turnAt = Math.max(nextRequestedAt, now);
      if (turnAt > now + REQUESTED_CHART_WAIT_MAX_SECONDS || charts >= pace.requestsPerUserAndDay) {
        return { outcome: "limit_reached" };
      }
      const ofDay = queued.get(day) ?? new Set();
      if (ofDay.has(index)) return { outcome: "under_way" };
      queued.set(day, ofDay.add(index));
      requestsByUser.set(user, { day, charts: charts + 1 });
      planned = planned.filter((chart) => chart.day !== day || chart.index !== index);
      nextRequestedAt = turnAt + requestedGap;
      nextPlannedAt = Math.max(nextPlannedAt, now) + plannedGap;
      return { outcome: "queued", delaySeconds: turnAt - now };
    },
  };
}
