import type { EventBridgeEvent } from "aws-lambda";

import { startDailyCharts } from "../../lib/wiring/deployed-charts.ts";

/** Plans the day's charts of one platform. It is deployed once per platform. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await startDailyCharts()({ correlationId: event.id });
}
