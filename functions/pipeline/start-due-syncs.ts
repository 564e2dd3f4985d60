import type { EventBridgeEvent } from "aws-lambda";

import { startDueSyncsDependencies } from "../../lib/runtime/sync.ts";
import { startDueSyncs } from "../../lib/sync/start-due-syncs.ts";

/** Starts the syncs of apps that are due. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await startDueSyncs(startDueSyncsDependencies(), { correlationId: event.id });
}
