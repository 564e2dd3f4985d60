import type { EventBridgeEvent } from "aws-lambda";

import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";
import { syncScheduleDependencies } from "../../lib/runtime/sync-dependencies.ts";
import { syncScheduleEnvironment } from "../../lib/runtime/sync-environment.ts";
import { sweepSyncs } from "../../lib/sync/sweep-syncs.ts";

const dependencies = once(() => syncScheduleDependencies(parseEnvironment(syncScheduleEnvironment)));

/** Resends messages that the queues may have lost, and starts the repair of due failed items. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await sweepSyncs(dependencies().sweep, { correlationId: event.id });
}
