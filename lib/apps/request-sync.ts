import { findSyncStatus } from "../../db/queries/sync-statuses.ts";
import type { StoreApp } from "../domain/platform.ts";
import { type StartSyncDependencies, startSync } from "../sync/start-sync.ts";
import { getKnownApp } from "./known-app.ts";
import { presentSyncStatus } from "./sync-status-response.ts";

/** Returns the status of the run that refreshes an app: one that is under way, or one that is queued now. */
export async function requestSync(
  deps: StartSyncDependencies,
  { userId, ...app }: StoreApp & { readonly userId: number },
) {
  const { platform } = app;
  const { id: appId } = await getKnownApp(deps, app);

  await startSync(deps, { appId, platform, userId, isCounted: false });
  const now = deps.now();
  return presentSyncStatus({ appId, status: await findSyncStatus(deps.db, { appId, now }), now });
}
