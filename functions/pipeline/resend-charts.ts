import type { EventBridgeEvent } from "aws-lambda";

import { resendCharts } from "../../lib/wiring/deployed-charts.ts";

/** Sends the charts that are due before the next tick, and messages that the queues may have lost. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await resendCharts()({ correlationId: event.id });
}
