import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { batchesOfShard } from "../read-costs.ts";
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
  const shards = Math.ceil(apps / settings.sweep.appsPerRequest);
  const batches = batchesOfShard(platform);
  sweep.turns.plan(day, shards * batches, events.time);
  // What is left of the day before may be fetched until its grace is over.
  sweep.days = [{ day, open: new Int16Array(shards).fill(batches) }, ...sweep.days.slice(0, 1)];
}

/** fold_shards: the apps of a shard whose batches have all ended were measured. */
function foldShards({ events, fleet, settings, stores }: World, platform: Platform): void {
  const { appsPerRequest } = settings.sweep;
  const [first, apps] = rangeOf(fleet, platform);
  for (const { open } of stores[platform].sweep.days) {
    for (const [shard, left] of open.entries()) {
      if (left !== 0) continue;
      open[shard] = FOLDED;
      const end = first + Math.min(apps, (shard + 1) * appsPerRequest);
      fleet.lastSwept.fill(events.time, first + shard * appsPerRequest, end);
    }
  }
}

const FOLDED = -1;
