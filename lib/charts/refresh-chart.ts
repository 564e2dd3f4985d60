import type { Db } from "../../db/client.ts";
import { requestChart } from "../../db/queries/request-chart.ts";
import type { ChartKey, ChartRefresh } from "../domain/chart.ts";
import type { Platform } from "../domain/platform.ts";
import { type ChartQueues, DELAY_SECONDS_MAX, leaveToSweeper } from "../queues/work-queues.ts";
import type { Log } from "../runtime/log.ts";

export type RefreshChartDependencies = {
  readonly db: Db;
  readonly log: Log;
  readonly correlationId: string;
  readonly chartQueues: ChartQueues;
  readonly chartSettings: {
    readonly chartsPerMinute: Readonly<Record<Platform, number>>;
    /** Charts that a user may request before their planned time, per day. */
    readonly askedPerUserAndDay: number;
    /** Seconds after its delivery at which a message counts as lost. */
    readonly resendSeconds: number;
  };
};

type RefreshChartInput = {
  readonly chart: ChartKey;
  readonly userId: number;
};

/** Of the pace of planned charts, which then wait for as many turns: at no time do charts take much more of the budget. */
const ASKED_SHARE_OF_PACE = 1 / 4;

/** Queues a chart for a user who waits for it, or finds that somebody else has just done so. */
export async function refreshChart(deps: RefreshChartDependencies, input: RefreshChartInput): Promise<ChartRefresh> {
  const { chart, userId } = input;
  const { log, correlationId } = deps;
  const { askedPerUserAndDay, chartsPerMinute, resendSeconds } = deps.chartSettings;
  const plannedPerMinute = chartsPerMinute[chart.platform];
  const requested = await requestChart(deps.db, {
    chart,
    userId,
    chartsPerDay: askedPerUserAndDay,
    plannedPerMinute,
    askedPerMinute: plannedPerMinute * ASKED_SHARE_OF_PACE,
    // A queue delays no message for longer, and the second that sending adds must fit in.
    waitSecondsMax: DELAY_SECONDS_MAX - 1,
    resendSeconds,
  });
  if (requested.outcome !== "queued") return requested.outcome;

  const { delaySeconds } = requested;
  await deps.chartQueues
    .send(chart.platform, [{ v: 1, ...chart, correlationId }], { delaySeconds })
    .catch(leaveToSweeper(log, "chart.message.unsent", chart));
  return "queued";
}
