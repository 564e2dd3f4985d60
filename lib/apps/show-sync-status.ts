import type { Db } from "../../db/client.ts";
import { findSyncStatus } from "../../db/queries/sync-statuses.ts";
import type { StoreApp } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import { getKnownApp } from "./known-app.ts";
import { presentSyncStatus } from "./sync-status-response.ts";

/** Returns the status of an app's last sync. Never starts one. */
export async function showSyncStatus(deps: { readonly db: Db; readonly now: Clock }, app: StoreApp) {
  const { id: appId } = await getKnownApp(deps, app);
  const now = deps.now();
  return presentSyncStatus({ appId, status: await findSyncStatus(deps.db, { appId, now }), now });
}
