import type { StoreApp } from "../../db/queries/app-details.ts";
import { findAppSummaries } from "../../db/queries/app-summaries.ts";
import { type AppReference, trackApp } from "../../db/queries/tracked-apps.ts";
import { invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { presentApp } from "./present-app.ts";
import { type QueueSyncDependencies, queueOnDemandSync } from "./queue-sync.ts";

export type RegisterAppDependencies = QueueSyncDependencies & {
  readonly now: Clock;
  /** Age from which the data of an app is stale. */
  readonly refreshHours: number;
};

type RegisterAppInput = {
  readonly app: StoreApp;
  readonly userId: number;
  readonly correlationId: string;
  readonly log: Log;
};

const HOUR_MS = 3_600_000;

/** Makes a user track an app that the database knows, and refreshes it when it was never synced or is stale. */
export async function registerApp(deps: RegisterAppDependencies, input: RegisterAppInput) {
  const { app, userId, correlationId, log } = input;
  const tracked = await trackApp(deps.db, { ...app, userId });
  if (tracked === undefined) {
    throw invalidInput({ external_id: ["App not found. Search the store first to discover it."] });
  }

  if (isStale(tracked, deps)) {
    await queueOnDemandSync(deps, { appId: tracked.id, platform: app.platform, correlationId, log });
  }
  const [summary] = await findAppSummaries(deps.db, { userId, appIds: [tracked.id] });
  if (summary === undefined) throw new TypeError("A tracked app has gone.");
  return presentApp(summary);
}

function isStale(app: AppReference, deps: RegisterAppDependencies): boolean {
  if (app.lastSyncedAt === null) return true;
  return deps.now().getTime() - app.lastSyncedAt.getTime() > deps.refreshHours * HOUR_MS;
}
