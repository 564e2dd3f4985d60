import { findAppSummaries } from "../../db/queries/apps/app-summaries.ts";
import { insertTrackedApp } from "../../db/queries/apps/tracked-apps.ts";
import type { StoreApp } from "../domain/platform.ts";
import { followsTooMany, invalidInput } from "../errors.ts";
import { type RefreshStaleAppDependencies, refreshStaleApp } from "./refresh-stale-app.ts";
import type { FollowLimit } from "./track-app.ts";

type RegisterAppInput = { readonly app: StoreApp; readonly userId: number };

export async function registerApp(deps: RefreshStaleAppDependencies & FollowLimit, input: RegisterAppInput) {
  const { app, userId } = input;
  const tracked = await insertTrackedApp(deps.db, { ...app, userId, followedMax: deps.followedAppsPerUser });
  if (tracked === undefined) {
    throw invalidInput({ external_id: ["App not found. Search the store first to discover it."] });
  }
  if (!tracked.has_room) throw followsTooMany("external_id", deps.followedAppsPerUser);

  await refreshStaleApp(deps, { ...tracked, platform: app.platform, userId });
  const [summary] = await findAppSummaries(deps.db, { userId, appIds: [tracked.id] });
  if (summary === undefined) throw new TypeError("A tracked app has gone.");
  return summary;
}
