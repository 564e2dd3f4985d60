import type { EventBridgeEvent } from "aws-lambda";

import { resendSyncs } from "../../lib/wiring/deployed-sync.ts";

export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await resendSyncs()({ correlationId: event.id });
}
