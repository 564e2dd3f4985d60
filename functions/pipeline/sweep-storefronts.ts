import type { EventBridgeEvent } from "aws-lambda";

import { sweepStorefronts } from "../../lib/wiring/deployed-sync.ts";

export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await sweepStorefronts()({ correlationId: event.id });
}
