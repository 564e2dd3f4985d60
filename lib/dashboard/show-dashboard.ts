import type { Db } from "../../db/client.ts";
import { readDashboard } from "../../db/queries/apps/dashboard.ts";

/** Returns what has happened to the apps that a user tracks and to their competitors. */
export function showDashboard(deps: { readonly db: Db }, input: { readonly userId: number }) {
  return readDashboard(deps.db, input);
}
