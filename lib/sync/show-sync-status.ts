import type { Db } from "../../db/client.ts";
import { findSyncStatus, type SyncStatusRow } from "../../db/queries/sync-statuses.ts";
import type { Clock } from "../runtime/clock.ts";

export type { SyncStatusRow };

/** Returns how the last run of an app stands; undefined when it was never synced. Never writes. */
export function readSyncStatus(
  deps: { readonly db: Db; readonly now: Clock },
  { appId }: { readonly appId: number },
): Promise<SyncStatusRow | undefined> {
  return findSyncStatus(deps.db, { appId, now: deps.now() });
}
