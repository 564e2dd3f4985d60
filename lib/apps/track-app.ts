import { insertTrackedApp } from "../../db/queries/tracked-apps.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";
import { type RefreshStaleAppDependencies, refreshStaleApp } from "./refresh-stale-app.ts";

type TrackAppInput = { readonly app: StoreApp; readonly userId: number };

/** Makes a user track a known app, once, and queues a sync if it was never synced or is stale. Throws a 404 otherwise. */
export async function trackApp(deps: RefreshStaleAppDependencies, { app, userId }: TrackAppInput): Promise<void> {
  const tracked = await insertTrackedApp(deps.db, { ...app, userId });
  if (tracked === undefined) throw notFound();
  await refreshStaleApp(deps, { ...tracked, platform: app.platform, userId });
}
