import type { EventBridgeEvent } from "aws-lambda";

import { sweepCharts } from "../../lib/charts/sweep-charts.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { forEachQueue } from "../../lib/queues/for-each-queue.ts";
import { sweepChartsDependencies } from "../../lib/wiring/deployed-charts.ts";

/** Sends the charts that are due before the next sweep, and messages that the queues may have lost. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await forEachQueue(platforms, async (platform) => {
    await sweepCharts(sweepChartsDependencies()[platform], { correlationId: event.id });
  });
}
