import type { Db } from "../../db/client.ts";
import { deleteTrackedApp } from "../../db/queries/apps/tracked-apps.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

type UntrackAppInput = { readonly app: StoreApp; readonly userId: number };

export async function untrackApp(deps: { readonly db: Db }, { app, userId }: UntrackAppInput): Promise<void> {
  const isKnown = await deleteTrackedApp(deps.db, { ...app, userId });
  if (!isKnown) throw notFound();
}
