import type { AppReference } from "../../db/queries/apps/tracked-apps.ts";
import type { Platform } from "../domain/platform.ts";
import { COOLDOWN_SECONDS } from "../domain/sync-pace.ts";
import { type StartSyncDependencies, startSync } from "../sync/start-sync.ts";

export type RefreshStaleAppDependencies = StartSyncDependencies & {
  /** The age at which an app's data is stale. */
  readonly refreshHours: number;
};

const HOUR_SECONDS = 3_600;

export async function refreshStaleApp(
  deps: RefreshStaleAppDependencies,
  {
    id: appId,
    platform,
    last_synced_at: lastSyncedAt,
    userId,
  }: AppReference & { readonly platform: Platform; readonly userId: number },
): Promise<void> {
  if (!isStale(lastSyncedAt, deps)) return;
  await startSync(deps, { appId, platform, userId, isCounted: true });
}

function isStale(lastSyncedAt: number | null, deps: RefreshStaleAppDependencies): boolean {
  if (lastSyncedAt === null) return true;
  const age = deps.now().getTime() / 1000 - lastSyncedAt;
  return age > deps.refreshHours * HOUR_SECONDS || age < -COOLDOWN_SECONDS;
}
