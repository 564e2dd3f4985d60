import { findSyncStatus } from "../../db/queries/runs/sync-statuses.ts";
import type { StoreApp } from "../domain/platform.ts";
import type { ExpectedEndDependencies } from "../sync/expected-end.ts";
import { type StartSyncDependencies, startSync } from "../sync/start-sync.ts";
import { getKnownApp } from "./known-app.ts";
import { presentStatus } from "./show-sync-status.ts";

export async function requestSync(
  deps: StartSyncDependencies & ExpectedEndDependencies,
  { userId, ...app }: StoreApp & { readonly userId: number },
) {
  const { id: appId } = await getKnownApp(deps, app);
  await startSync(deps, { appId, platform: app.platform, userId, isCounted: false });
  const now = deps.now();
  const status = await findSyncStatus(deps.db, { appId, now });
  return presentStatus(deps, { appId, platform: app.platform, status, now });
}
