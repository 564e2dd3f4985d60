import type { Db } from "../../db/client.ts";
import { findAvailability } from "../../db/queries/listings/offers-over-time.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

export async function showAvailability(deps: { readonly db: Db }, app: StoreApp) {
  const { hasGlobalMetrics } = platformFacts[app.platform];
  const found = await findAvailability(deps.db, { ...app, hasGlobalMetrics });
  if (found === undefined) throw notFound();
  return found.storefronts;
}
