import type { EventBridgeEvent } from "aws-lambda";

import { sweepCharts } from "../../lib/charts/sweep-charts.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { forEachQueue } from "../../lib/queues/for-each-queue.ts";
import { sweepChartsDependencies } from "../../lib/runtime/chart-dependencies.ts";
import { sweepChartsEnvironment } from "../../lib/runtime/chart-environment.ts";
import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";

const dependencies = once(() => sweepChartsDependencies(parseEnvironment(sweepChartsEnvironment)));

/** Sends the charts that are due before the next sweep, and messages that the queues may have lost. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await forEachQueue(platforms, async (platform) => {
    await sweepCharts(dependencies()[platform], { correlationId: event.id });
  });
}
