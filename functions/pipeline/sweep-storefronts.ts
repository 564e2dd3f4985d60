import type { EventBridgeEvent } from "aws-lambda";

import { sweepStorefronts } from "../../lib/wiring/deployed-sync.ts";

/** Plans the day's sweeps, and sends the batches that are due before the next tick. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await sweepStorefronts()({ correlationId: event.id });
}
