import { platforms } from "../../../lib/domain/platform.ts";
import type { Stage } from "../../aws/stages.ts";
import { tickTimes } from "../../templates/tick-times.ts";
import type { Activity } from "../activity.ts";

const DAY_SECONDS = 86_400;

/** Seconds of a day in which something works on the database. */
type Span = { readonly from: number; readonly seconds: number };

/** Every schedule's runs; after them the syncs, as fast as the stores' budgets let them, and the charts, at their pace. */
export function workSpans({ charts, schedules, sync }: Stage, activity: Activity): readonly Span[] {
  const ticks = tickTimes(schedules.startDueSyncs, 1);
  const syncSeconds = platforms.map((platform) => {
    const { rate } = sync.storeBudgets[platform];
    const requests = (activity.storeRequests[platform] - activity.charts[platform]) / activity.days;
    return rate === "unlimited" ? 0 : requests / rate / ticks.length;
  });
  const chartSeconds = platforms.map(
    (platform) => (activity.charts[platform] / activity.days / charts.chartsPerMinute[platform]) * 60,
  );
  const spans = (expression: string, seconds: number) =>
    tickTimes(expression, 1).map((from): Span => ({ from, seconds }));
  return [
    ...Object.values(schedules).flatMap((expression) => spans(expression, 0)),
    ...spans(schedules.startDueSyncs, Math.max(...syncSeconds)),
    ...spans(schedules.startDailyCharts, Math.max(...chartSeconds)),
  ];
}

/** Seconds of a day that the spans cover together, each going on for a while after its end. */
export function sleeplessSeconds(spans: readonly Span[], after: number): number {
  let covered = 0;
  let until = 0;
  for (const { from, seconds } of spans.toSorted((a, b) => a.from - b.from)) {
    const end = from + seconds + after;
    covered += Math.max(0, end - Math.max(from, until));
    until = Math.max(until, end);
  }
  return Math.min(covered, DAY_SECONDS);
}
