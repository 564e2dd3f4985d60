import type { Db } from "../../db/client.ts";
import { readDashboard } from "../../db/queries/apps/dashboard.ts";

export function showDashboard(deps: { readonly db: Db }, input: { readonly userId: number }) {
  return readDashboard(deps.db, input);
}
