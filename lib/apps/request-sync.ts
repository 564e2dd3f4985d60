import { findSyncStatus } from "../../db/queries/sync-statuses.ts";
import type { StoreApp } from "../domain/platform.ts";
import { getKnownApp } from "./known-app.ts";
import { type QueueSyncDependencies, queueOnDemandSync } from "./queue-sync.ts";
import { presentSyncStatus } from "./sync-status-response.ts";

/** Returns the status of the run that refreshes an app: one that is under way, or one that is queued now. */
export async function requestSync(deps: QueueSyncDependencies, app: StoreApp) {
  const { id: appId } = await getKnownApp(deps, app);
  await queueOnDemandSync(deps, { appId, platform: app.platform });
  const now = deps.now();
  return presentSyncStatus({ appId, status: await findSyncStatus(deps.db, { appId, now }), now });
}
