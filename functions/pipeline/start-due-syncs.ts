import type { EventBridgeEvent } from "aws-lambda";

import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";
import { syncScheduleDependencies } from "../../lib/runtime/sync-dependencies.ts";
import { syncScheduleEnvironment } from "../../lib/runtime/sync-environment.ts";
import { startDueSyncs } from "../../lib/sync/start-due-syncs.ts";

const dependencies = once(() => syncScheduleDependencies(parseEnvironment(syncScheduleEnvironment)));

/** Starts the syncs of apps that are due. */
export async function handler(event: Pick<EventBridgeEvent<string, unknown>, "id">): Promise<void> {
  await startDueSyncs(dependencies().startDue, { correlationId: event.id });
}
