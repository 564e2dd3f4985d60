import type { Db } from "../../db/client.ts";
import { readDashboard } from "../../db/queries/apps/dashboard.ts";
import { DASHBOARD_ROWS_MAX, HISTORY_COUNT_MAX } from "../domain/dashboard.ts";
import { presentDashboard } from "./dashboard-response.ts";

/** Returns what has happened to the apps that a user tracks and to their competitors. */
export async function showDashboard(deps: { readonly db: Db }, { userId }: { readonly userId: number }) {
  const limits = { rowsMax: DASHBOARD_ROWS_MAX, countMax: HISTORY_COUNT_MAX };
  return presentDashboard(await readDashboard(deps.db, { userId, ...limits }));
}
