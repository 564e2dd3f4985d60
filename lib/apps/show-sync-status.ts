import { findSyncStatusOfApp, type SyncStatusRow } from "../../db/queries/runs/sync-statuses.ts";
import type { Platform, StoreApp } from "../domain/platform.ts";
import type { ExpectedEndDependencies } from "../sync/expected-end.ts";
import { getKnownApp } from "./known-app.ts";
import { presentSyncStatus } from "./sync-status-response.ts";

export async function showSyncStatus(deps: ExpectedEndDependencies, app: StoreApp) {
  const now = deps.now();
  const status = await findSyncStatusOfApp(deps.db, { ...app, now });
  const appId = status?.app_id ?? (await getKnownApp(deps, app)).id;
  return presentStatus(deps, { appId, platform: app.platform, status, now });
}

type StatusOfApp = {
  readonly appId: number;
  readonly platform: Platform;
  readonly status: SyncStatusRow | undefined;
  readonly now: Date;
};

export async function presentStatus(deps: ExpectedEndDependencies, { appId, now, platform, status }: StatusOfApp) {
  const isAwaited =
    status !== undefined && status.status !== "completed" && status.status !== "failed" && !status.is_scheduled;
  const expectedAt = isAwaited ? await endOf(deps, { appId, platform, startsAt: instantOf(status.starts_at) }) : null;
  return presentSyncStatus({ appId, status, expectedAt, now });
}

async function endOf(
  deps: ExpectedEndDependencies,
  run: { readonly appId: number; readonly platform: Platform; readonly startsAt: Date | null },
): Promise<Date | null> {
  const { expectedEnd } = await import("../sync/expected-end.ts");
  return expectedEnd(deps, run);
}

function instantOf(unixTime: number | null): Date | null {
  return unixTime === null ? null : new Date(unixTime * 1_000);
}
