import { countries } from "../../db/seeds/countries.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { callCosts, itemCosts } from "../../lib/domain/request-costs.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { sweptStorefronts } from "../../lib/domain/storefront-sweep.ts";

/** The costs of the parts of a scheduled sync that neither the sweep nor an earlier sync has read. */
export const laterCosts = {
  ios: { identity: {}, page: { apps_page: 1 }, stars: { itunes_reviews: 1 } },
  // The page of identity shows the metrics, including stars.
  android: { identity: callCosts.android.fetchIdentity, page: itemCosts.android, stars: {} },
} as const satisfies Record<Platform, Record<"identity" | "page" | "stars", RequestCosts>>;

/** An express shard has no texts, which first syncs read. */
export function expressBatches(platform: Platform): number {
  return sweptStorefronts(countries, platform).length;
}
