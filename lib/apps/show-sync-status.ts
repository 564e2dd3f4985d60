import { findSyncStatus } from "../../db/queries/sync-statuses.ts";
import type { StoreApp } from "../domain/platform.ts";
import { type ExpectedEndDependencies, expectedEnd } from "../sync/expected-end.ts";
import { getKnownApp } from "./known-app.ts";
import { presentSyncStatus } from "./sync-status-response.ts";

/** Returns the status of an app's last sync. Never starts one. */
export async function showSyncStatus(deps: ExpectedEndDependencies, app: StoreApp) {
  const { id: appId } = await getKnownApp(deps, app);
  return presentStatus(deps, { appId, ...app });
}

/** Returns the status of the last sync of an app as a response shows it. */
export async function presentStatus(
  deps: ExpectedEndDependencies,
  { appId, platform }: StoreApp & { readonly appId: number },
) {
  const now = deps.now();
  const status = await findSyncStatus(deps.db, { appId, now });
  const isAwaited =
    status !== undefined && status.status !== "completed" && status.status !== "failed" && !status.isScheduled;
  const expectedAt = isAwaited ? await expectedEnd(deps, { appId, platform }) : null;
  return presentSyncStatus({ appId, status, expectedAt, now });
}
