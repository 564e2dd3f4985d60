import type { Db } from "../../db/client.ts";
import type { StoreApp } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import { readSyncStatus } from "../sync/show-sync-status.ts";
import { getKnownApp } from "./known-app.ts";
import { presentSyncStatus } from "./sync-status-answer.ts";

/** How the sync of an app stands. Never starts one. */
export async function showSyncStatus(deps: { readonly db: Db; readonly now: Clock }, app: StoreApp) {
  const { id: appId } = await getKnownApp(deps, app);
  const status = await readSyncStatus(deps, { appId });
  return presentSyncStatus({ appId, status, now: deps.now() });
}
