import type { EventBridgeEvent } from "aws-lambda";

import { sweepCharts } from "../../lib/wiring/deployed-charts.ts";

/** Sends the charts that are due before the next sweep, and messages that the queues may have lost. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await sweepCharts()({ correlationId: event.id });
}
