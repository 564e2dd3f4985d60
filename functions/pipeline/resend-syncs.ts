import type { EventBridgeEvent } from "aws-lambda";

import { resendSyncs } from "../../lib/wiring/deployed-sync.ts";

/** Resends messages that the queues may have lost, and starts the repair of due failed items. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await resendSyncs()({ correlationId: event.id });
}
