import type { EventBridgeEvent } from "aws-lambda";

import { startDueSyncs } from "../../lib/wiring/deployed-sync.ts";

export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await startDueSyncs()({ correlationId: event.id });
}
