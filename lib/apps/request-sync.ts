import type { StoreApp } from "../../db/queries/app-details.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { readSyncStatus } from "../sync/show-sync-status.ts";
import { getKnownApp } from "./known-app.ts";
import { presentSyncStatus } from "./present-sync-status.ts";
import { type QueueSyncDependencies, queueOnDemandSync } from "./queue-sync.ts";

type RequestSyncInput = { readonly app: StoreApp; readonly correlationId: string; readonly log: Log };

/** Refreshes an app at a user's wish. Nothing is started while the last completed run is recent. */
export async function requestSync(deps: QueueSyncDependencies & { readonly now: Clock }, input: RequestSyncInput) {
  const { app, correlationId, log } = input;
  const { id: appId } = await getKnownApp(deps, app);

  const start = await queueOnDemandSync(deps, { appId, platform: app.platform, correlationId, log });
  const status = await readSyncStatus(deps, { appId });
  return { isUnderWay: start !== "cooling_down", status: presentSyncStatus({ appId, status, now: deps.now() }) };
}
