import { countries } from "../../../db/seeds/countries.ts";
import { listingLanguages } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { sweptStorefronts } from "../../../lib/domain/storefront-sweep.ts";

/** The shards of a platform's day, and how many of each one's batches have not ended. */
export type DailySweep = { readonly day: number; readonly open: Int16Array };

/** New apps that share the requests of a shard, which is made at once. */
export type ExpressShards = { waiting: number; isPlanned: boolean; busyUntil: number };

/** Returns how many batches a shard has: a storefront each, and one more for each other language that is read there. */
export function batchesOfShard(platform: Platform): number {
  const languages = new Map<string, number>();
  for (const {
    storefronts: [first = ""],
  } of listingLanguages(countries, platform)) {
    languages.set(first, (languages.get(first) ?? 0) + 1);
  }
  return sweptStorefronts(countries, platform).reduce((sum, code) => sum + Math.max(1, languages.get(code) ?? 0), 0);
}
