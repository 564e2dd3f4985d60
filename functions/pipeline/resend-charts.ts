import type { EventBridgeEvent } from "aws-lambda";

import { resendCharts } from "../../lib/wiring/deployed-charts.ts";

export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await resendCharts()({ correlationId: event.id });
}
