import { countries } from "../../../db/seeds/countries.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { batchesPerShard } from "../../../lib/domain/storefront-sweep.ts";

/** The shards of a platform's day, and how many of each one's batches have not ended. */
export type DailySweep = { readonly day: number; readonly open: Int16Array };

/** New apps that share the requests of a shard, which is made at once. */
export type ExpressShards = { waiting: number; isPlanned: boolean; busyUntil: number };

/** Returns how many batches a shard has. */
export function batchesOfShard(platform: Platform): number {
  return batchesPerShard(countries, platform);
}
