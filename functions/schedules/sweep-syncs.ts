import type { EventBridgeEvent } from "aws-lambda";

import { sweepSyncsDependencies } from "../../lib/runtime/sync.ts";
import { sweepSyncs } from "../../lib/sync/sweep-syncs.ts";

/** Sends again what the queues may have lost, and failed items whose time has come. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await sweepSyncs(sweepSyncsDependencies(), { correlationId: event.id });
}
