import type { Db } from "../../db/client.ts";
import { readDashboard } from "../../db/queries/apps/dashboard.ts";
import { idArray } from "../../db/statement.ts";
import { listIfAny } from "../domain/list-if-any.ts";

type ShowDashboardInput = { readonly userId: number; readonly tagIds: readonly number[] | undefined };

export function showDashboard(deps: { readonly db: Db }, { userId, tagIds }: ShowDashboardInput) {
  const wanted = listIfAny(tagIds);
  return readDashboard(deps.db, { userId, tagIds: wanted && idArray(wanted) });
}
