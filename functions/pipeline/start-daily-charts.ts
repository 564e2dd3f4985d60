import type { EventBridgeEvent } from "aws-lambda";

import { startDailyCharts } from "../../lib/charts/start-daily-charts.ts";
import { dailyChartsDependencies } from "../../lib/runtime/chart-dependencies.ts";
import { dailyChartsEnvironment } from "../../lib/runtime/chart-environment.ts";
import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";

const dependencies = once(() => dailyChartsDependencies(parseEnvironment(dailyChartsEnvironment)));

/** Plans the day's charts of one platform. Deployed once per platform. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await startDailyCharts(dependencies(), { correlationId: event.id });
}
