import type { StoreApp } from "../domain/platform.ts";
import type { Log } from "../runtime/log.ts";
import { readSyncStatus } from "../sync/show-sync-status.ts";
import { getKnownApp } from "./known-app.ts";
import { type QueueSyncDependencies, queueOnDemandSync } from "./queue-sync.ts";
import { presentSyncStatus } from "./sync-status-answer.ts";

type RequestSyncInput = { readonly app: StoreApp; readonly correlationId: string; readonly log: Log };

/** Returns the status of the run that refreshes an app: one that is under way, or one that is queued now. */
export async function requestSync(deps: QueueSyncDependencies, input: RequestSyncInput) {
  const { app, correlationId, log } = input;
  const { id: appId } = await getKnownApp(deps, app);

  await queueOnDemandSync(deps, { appId, platform: app.platform, correlationId, log });
  const status = await readSyncStatus(deps, { appId });
  return presentSyncStatus({ appId, status, now: deps.now() });
}
