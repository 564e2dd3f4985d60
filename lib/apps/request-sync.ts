import { findSyncStatus } from "../../db/queries/sync-statuses.ts";
import type { StoreApp } from "../domain/platform.ts";
import { type StartSyncDependencies, startSync } from "../sync/start-sync.ts";
import { getKnownApp } from "./known-app.ts";
import { presentSyncStatus } from "./sync-status-response.ts";

/** Returns the status of the run that refreshes an app: one that is under way, or one that is queued now. */
export async function requestSync(deps: StartSyncDependencies, app: StoreApp) {
  const { platform } = app;
  const { id: appId } = await getKnownApp(deps, app);

  await startSync(deps, { appId, platform, purpose: "on_demand", onSendFailure: "leave_to_sweeper" });
  const now = deps.now();
  return presentSyncStatus({ appId, status: await findSyncStatus(deps.db, { appId, now }), now });
}
