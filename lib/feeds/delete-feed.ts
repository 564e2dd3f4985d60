import type { Db } from "../../db/client.ts";
import { deleteFeed as remove } from "../../db/queries/apps/feeds.ts";
import { notFound } from "../errors.ts";

export async function deleteFeed(
  deps: { readonly db: Db },
  input: { readonly id: number; readonly userId: number },
): Promise<void> {
  if (!(await remove(deps.db, input))) throw notFound();
}
