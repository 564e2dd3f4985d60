import type { Db } from "../../db/client.ts";
import { findSyncStatus, type SyncStatusRow } from "../../db/queries/sync-statuses.ts";

export type { SyncStatusRow };

/** How the last run of an app stands; undefined when it was never synced. Never writes. */
export function readSyncStatus(deps: { db: Db }, input: { appId: number }): Promise<SyncStatusRow | undefined> {
  return findSyncStatus(deps.db, input.appId);
}
