import type { Db } from "../../db/client.ts";
import { findAppCompetitors } from "../../db/queries/apps/competitors.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

type ListAppCompetitorsInput = { readonly app: StoreApp; readonly userId: number };

export async function listAppCompetitors(deps: { readonly db: Db }, { app, userId }: ListAppCompetitorsInput) {
  const found = await findAppCompetitors(deps.db, { ...app, userId });
  if (found === undefined) throw notFound();
  return found.competitors;
}
