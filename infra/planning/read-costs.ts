import { countries } from "../../db/seeds/countries.ts";
import { listingLanguages } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { callCosts, itemCosts } from "../../lib/domain/request-costs.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { sweptStorefronts } from "../../lib/domain/storefront-sweep.ts";
import { perPlatform } from "./pipeline-settings.ts";

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

/** Returns how many batches a shard has: a storefront each, and one more for each other language that is read there. */
export function batchesOfShard(platform: Platform): number {
  return batchesPerShard[platform];
}

const batchesPerShard = perPlatform((platform) => {
  const languages = new Map<string, number>();
  for (const {
    storefronts: [first = ""],
  } of listingLanguages(countries, platform)) {
    languages.set(first, (languages.get(first) ?? 0) + 1);
  }
  return sweptStorefronts(countries, platform).reduce((sum, code) => sum + Math.max(1, languages.get(code) ?? 0), 0);
});
