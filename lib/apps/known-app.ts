import type { Db } from "../../db/client.ts";
import { type AppReference, findAppReference } from "../../db/queries/apps/tracked-apps.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

export async function getKnownApp(deps: { readonly db: Db }, app: StoreApp): Promise<AppReference> {
  const known = await findAppReference(deps.db, app);
  if (known === undefined) throw notFound();
  return known;
}
