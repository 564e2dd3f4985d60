import { countries } from "../../../db/seeds/countries.ts";
import { listingLanguages } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { weighedStorefronts } from "../../../lib/domain/storefront-sweep.ts";
import { batchesOfDay, planDay, type SweepBatches } from "../../../lib/domain/sweep-rotation.ts";

/** What a platform's day reads, of apps that are all at home in a large storefront. */
export type DayPlan = {
  readonly batches: number;
  readonly shards: number;
  /** The shards that are counted on the day, and the batches of each that come before: the first ones of the day. */
  readonly countedShards: number;
  readonly countedBatches: number;
};

/** A day, and how many of the batches of each counted shard have not ended. */
export type DailySweep = DayPlan & { readonly day: number; readonly open: Int16Array };

/** New apps that share the requests of a shard, which is made at once. */
export type ExpressShards = { waiting: number; isPlanned: boolean; busyUntil: number };

type Paces = { readonly appsPerRequest: number; readonly batchesPerMinute: number };

/** Returns the plan of a day of so many followed apps. */
export function planOfDay(platform: Platform, apps: number, sweep: Paces): DayPlan {
  const shards = Math.ceil(apps / sweep.appsPerRequest);
  const { largest, ...rest } = batchesByKind(platform);
  const wanted = { own: 0, largest: shards * largest, others: shards * rest.others, texts: shards * rest.texts };
  const plan = planDay(wanted, batchesOfDay(sweep));
  if (plan === "all") {
    const countedBatches = batchesOfShard(platform);
    return { batches: shards * countedBatches, shards, countedShards: shards, countedBatches };
  }
  const batches = plan.largest + plan.others + plan.texts;
  return { batches, shards, countedShards: Math.floor(plan.largest / largest), countedBatches: largest };
}

/** Returns how many batches a shard has: a storefront each, and one more for each other language that is read there. */
export function batchesOfShard(platform: Platform): number {
  const { largest, others, texts } = batchesByKind(platform);
  return largest + others + texts;
}

/** Returns the batches of a shard by what they read. */
export function batchesByKind(platform: Platform): Omit<SweepBatches, "own"> {
  const languages = new Map<string, number>();
  for (const {
    storefronts: [first = ""],
  } of listingLanguages(countries, platform)) {
    languages.set(first, (languages.get(first) ?? 0) + 1);
  }
  const storefronts = weighedStorefronts(countries, platform);
  const largest = storefronts.filter(({ isLargest }) => isLargest).length;
  const texts = storefronts.reduce((sum, { code }) => sum + Math.max(0, (languages.get(code) ?? 0) - 1), 0);
  return { largest, others: storefronts.length - largest, texts };
}
