import { countries } from "../../db/seeds/countries.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { callCosts, itemCosts } from "../../lib/domain/request-costs.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { sweptStorefronts } from "../../lib/domain/storefront-sweep.ts";

/** What a scheduled sync requests of an app of which the store's sweep, or an earlier sync, has read the rest. */
export const laterCosts = {
  ios: { identity: {}, page: { apps_page: 1 }, stars: { itunes_reviews: 1 } },
  // The page of identity shows the metrics, stars among them.
  android: { identity: callCosts.android.fetchIdentity, page: itemCosts.android, stars: {} },
} as const satisfies Record<Platform, Record<"identity" | "page" | "stars", RequestCosts>>;

/** Returns the requests of such a shard: without texts, which first syncs read. */
export function expressBatches(platform: Platform): number {
  return sweptStorefronts(countries, platform).length;
}
