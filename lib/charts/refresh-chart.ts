import type { Db } from "../../db/client.ts";
import { requestChart } from "../../db/queries/request-chart.ts";
import type { ChartKey, ChartRefresh } from "../domain/chart.ts";
import type { ChartQueues } from "../queues/chart-queues.ts";
import { sendOrLeave } from "../queues/send-or-leave.ts";
import type { Log } from "../runtime/log.ts";

export type RefreshChartDependencies = {
  readonly db: Db;
  readonly chartQueues: ChartQueues;
  readonly chartSettings: {
    /** Seconds after its delivery at which a message counts as lost. */
    readonly resendSeconds: number;
  };
};

type RefreshChartInput = { readonly chart: ChartKey; readonly correlationId: string; readonly log: Log };

/** Queues a chart for a user who waits for it, or finds that somebody else has just done so. */
export async function refreshChart(deps: RefreshChartDependencies, input: RefreshChartInput): Promise<ChartRefresh> {
  const { chart, correlationId, log } = input;
  if (!(await requestChart(deps.db, chart, deps.chartSettings))) return "under_way";

  await sendOrLeave(() => deps.chartQueues.send(chart.platform, [{ v: 1, ...chart, correlationId }]), {
    log,
    event: "chart.message.unsent",
    fields: chart,
  });
  return "queued";
}
