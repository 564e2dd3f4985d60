import type { Db } from "../../db/client.ts";
import { requestChart } from "../../db/queries/charts/request-chart.ts";
import {
  type ChartKey,
  type ChartRefresh,
  fetchesPages,
  REQUESTED_CHART_WAIT_MAX_SECONDS,
  REQUESTED_CHARTS_PER_MINUTE,
} from "../domain/chart.ts";
import type { Platform } from "../domain/platform.ts";
import { type ChartQueues, leaveToResend } from "../queues/work-queues.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";

export type RefreshChartDependencies = {
  readonly db: Db;
  readonly log: Log;
  readonly measure: Measure;
  readonly correlationId: string;
  readonly chartQueues: ChartQueues;
  readonly chartSettings: {
    /** `on` fetches charts by page if a page shows them. */
    readonly pages: "on" | "off";
    readonly chartsPerMinute: Readonly<Record<Platform, number>>;
    /** Charts that a user may request before their planned time, per day. */
    readonly requestedPerUserAndDay: number;
    readonly resendSeconds: number;
  };
};

type RefreshChartInput = {
  readonly chart: ChartKey;
  readonly userId: number;
};

/** Queues a chart and the others of its page for a waiting user, unless another request has just done so. */
export async function refreshChart(deps: RefreshChartDependencies, input: RefreshChartInput): Promise<ChartRefresh> {
  const { chart, userId } = input;
  const { log, measure, correlationId } = deps;
  const { pages, requestedPerUserAndDay, chartsPerMinute, resendSeconds } = deps.chartSettings;
  const plannedPerMinute = chartsPerMinute[chart.platform];
  const requested = await requestChart(deps.db, {
    chart,
    byPage: fetchesPages(chart.platform, pages),
    userId,
    chartsPerDay: requestedPerUserAndDay,
    plannedPerMinute,
    requestedPerMinute: REQUESTED_CHARTS_PER_MINUTE,
    waitSecondsMax: REQUESTED_CHART_WAIT_MAX_SECONDS,
    resendSeconds,
  });
  if (requested.outcome !== "queued") return requested.outcome;

  const { delaySeconds } = requested;
  await deps.chartQueues
    .send(chart.platform, [{ v: 1, ...chart, correlationId, isRequested: true }], { delaySeconds })
    .catch(leaveToResend({ log, measure }, "chart.message.unsent", chart));
  return "queued";
}
