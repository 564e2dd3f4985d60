import type { Db } from "../../db/client.ts";
import { measureChartLag } from "../../db/queries/chart-lag.ts";
import { type DueChart, missOverdueCharts, takeDueCharts } from "../../db/queries/due-charts.ts";
import { openChartDays } from "../domain/chart-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import type { ChartQueues } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/metrics.ts";

export type SweepChartsDependencies = {
  readonly db: Db;
  readonly platform: Platform;
  readonly queues: ChartQueues;
  readonly now: Clock;
  readonly log: Log;
  readonly measure: Measure;
  readonly settings: {
    readonly chartsPerMinute: number;
    /** How far ahead one sweep sends: until the next one. */
    readonly horizonSeconds: number;
    /** Seconds after its delivery at which a message counts as lost. */
    readonly resendSeconds: number;
  };
};

/** Ends the charts whose day is over, and sends those whose time comes before the next sweep, at the pace. */
export async function sweepCharts(deps: SweepChartsDependencies, { correlationId }: { correlationId: string }) {
  const { platform } = deps;
  const days = openChartDays(deps.now());
  const missed = await missOverdueCharts(deps.db, { platform, oldestDay: days.oldest });
  const due = await takeDueCharts(deps.db, { platform, days, ...deps.settings });

  for (const [delaySeconds, charts] of bySecond(due)) {
    const messages = charts.map(({ chart }) => ({ v: 1 as const, ...chart, correlationId }));
    await deps.queues.send(platform, messages, { delaySeconds });
  }
  const swept = { platform, missed, sent: due.length };
  deps.log.info("chart.sweep.completed", swept);
  deps.measure("ChartLagSeconds", await measureChartLag(deps.db, { platform, days }), { platform });
  return swept;
}

/** SQS delays by whole seconds. */
function bySecond(due: readonly DueChart[]): ReadonlyMap<number, readonly DueChart[]> {
  return Map.groupBy(due, ({ delaySeconds }) => Math.floor(delaySeconds));
}
