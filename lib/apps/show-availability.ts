import type { Db } from "../../db/client.ts";
import { findAvailability } from "../../db/queries/listings/offers-over-time.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

/** Returns since when an app has been available, or not, in each storefront of its store, by country code. */
export async function showAvailability(deps: { readonly db: Db }, app: StoreApp) {
  const { hasGlobalMetrics } = platformFacts[app.platform];
  const found = await findAvailability(deps.db, { ...app, hasGlobalMetrics });
  if (found === undefined) throw notFound();
  return found.storefronts;
}
