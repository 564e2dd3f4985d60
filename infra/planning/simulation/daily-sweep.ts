import { countries } from "../../../db/seeds/countries.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { batchesPerShard, weighedStorefronts } from "../../../lib/domain/storefront-sweep.ts";
import { batchesOfDay, paceOfDay, planDay, type SweepBatches } from "../../../lib/domain/sweep-rotation.ts";

type Paces = { readonly appsPerRequest: number; readonly batchesPerMinute: number };

/**
 * Returns a platform's plan of a day, with all apps at home in a large storefront. It has all shards, the counted
 * shards, and the batches of each of these, which come first.
 */
export function planOfDay(platform: Platform, apps: number, sweep: Paces) {
  const shards = Math.ceil(apps / sweep.appsPerRequest);
  const { largest, others, texts } = batchesByKind(platform);
  const wanted = { own: 0, largest: shards * largest, others: shards * others, texts: shards * texts };
  const plan = planDay(wanted, batchesOfDay(sweep));
  const perMinute = paceOfDay(wanted, plan, sweep);
  if (plan !== "all") {
    const batches = plan.largest + plan.others + plan.texts;
    return { perMinute, batches, shards, countedShards: Math.floor(plan.largest / largest), countedBatches: largest };
  }
  const countedBatches = largest + others + texts;
  return { perMinute, batches: shards * countedBatches, shards, countedShards: shards, countedBatches };
}

export function batchesByKind(platform: Platform): Omit<SweepBatches, "own"> {
  const storefronts = weighedStorefronts(countries, platform);
  const largest = storefronts.filter(({ isLargest }) => isLargest).length;
  const texts = batchesPerShard(countries, platform) - storefronts.length;
  return { largest, others: storefronts.length - largest, texts };
}

/** A plan of a day, and for each of its counted shards the open batches and when the others were read. */
export type DailySweep = ReturnType<typeof planOfDay> & { readonly open: Int16Array; readonly readAt: number[][] };
