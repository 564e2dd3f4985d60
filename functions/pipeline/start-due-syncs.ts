import type { EventBridgeEvent } from "aws-lambda";

import { startDueSyncs } from "../../lib/wiring/deployed-sync.ts";

/** Starts the syncs of apps that are due. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await startDueSyncs()({ correlationId: event.id });
}
