import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { planOfDay } from "./daily-sweep.ts";
import { dispatchStore } from "./dispatch-store.ts";
import { rangeOf } from "./fleet.ts";
import { dayAt } from "./paced-turns.ts";
import type { World } from "./world.ts";

/** lib/sweeps/sweep-storefronts.ts */
export function sweepStorefronts(world: World): void {
  for (const platform of platforms.filter((one) => isSwept(one, world.settings.sweep))) {
    planSweep(world, platform);
    dispatchStore(world, platform);
    foldShards(world, platform);
  }
}

function planSweep({ events, fleet, settings, stores }: World, platform: Platform): void {
  const { sweep } = stores[platform];
  const day = dayAt(events.time);
  if (sweep.days[0]?.day === day) return;
  const [, apps] = rangeOf(fleet, platform);
  const plan = planOfDay(platform, apps, settings.sweep);
  sweep.turns.plan(day, plan.batches, events.time);
  const open = new Int16Array(plan.countedShards).fill(plan.countedBatches);
  // What is left of the day before may be fetched until its grace is over.
  sweep.days = [{ ...plan, day, open }, ...sweep.days.slice(0, 1)];
}

/**
 * fold_shards: the apps of a shard were measured whose batches have all ended, but for those that rotate. Where a day does
 * not count all shards, it goes on after those of the day before.
 */
function foldShards({ events, fleet, settings, stores }: World, platform: Platform): void {
  const { appsPerRequest } = settings.sweep;
  const [first, apps] = rangeOf(fleet, platform);
  for (const { day, countedShards, open, shards } of stores[platform].sweep.days) {
    for (const [place, left] of open.entries()) {
      if (left !== 0) continue;
      open[place] = FOLDED;
      const shard = (day * countedShards + place) % shards;
      const end = first + Math.min(apps, (shard + 1) * appsPerRequest);
      fleet.lastSwept.fill(events.time, first + shard * appsPerRequest, end);
    }
  }
}

const FOLDED = -1;
