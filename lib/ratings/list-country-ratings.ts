import type { Db } from "../../db/client.ts";
import { listCountryRatings as listRows } from "../../db/queries/metrics/rating-sums.ts";
import { getRequestedApp } from "../apps/requested-app.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { presentStars } from "./rating-response.ts";

/** Returns an app's ratings by storefront code; empty for a store with global ratings. */
export async function listCountryRatings(deps: { readonly db: Db }, app: StoreApp) {
  const { appId } = await getRequestedApp(deps, app);
  const { hasGlobalMetrics, storeName } = platformFacts[app.platform];
  if (hasGlobalMetrics) {
    return { ratings: [], meta: { supported: false, message: `${storeName} has no ratings by country.` } };
  }
  const rows = await listRows(deps.db, { appId });
  const ratings = rows.map((row) => ({ ...row, breakdown: presentStars(row.stars) }));
  return { ratings, meta: { supported: true, message: null } };
}
