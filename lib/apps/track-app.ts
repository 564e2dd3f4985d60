import { insertTrackedApp } from "../../db/queries/apps/tracked-apps.ts";
import type { StoreApp } from "../domain/platform.ts";
import { followsTooMany, notFound } from "../errors.ts";
import { type RefreshStaleAppDependencies, refreshStaleApp } from "./refresh-stale-app.ts";

export type FollowLimit = { readonly followedAppsPerUser: number };

type TrackAppInput = { readonly app: StoreApp; readonly userId: number };

/** Makes a user track an app once, and queues a sync if it is new or stale. Throws a 404 for an unknown app. */
export async function trackApp(
  deps: RefreshStaleAppDependencies & FollowLimit,
  { app, userId }: TrackAppInput,
): Promise<void> {
  const tracked = await insertTrackedApp(deps.db, { ...app, userId, followedMax: deps.followedAppsPerUser });
  if (tracked === undefined) throw notFound();
  if (!tracked.has_room) throw followsTooMany("external_id", deps.followedAppsPerUser);
  await refreshStaleApp(deps, { ...tracked, platform: app.platform, userId });
}
