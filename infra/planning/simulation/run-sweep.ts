import { BATCH_ITEMS_MAX } from "../../../lib/domain/call-limits.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { storefrontAppsCosts } from "../../../lib/domain/request-costs.ts";
import { isSwept, sweepRules } from "../../../lib/domain/storefront-sweep.ts";
import { planOfDay } from "./daily-sweep.ts";
import { rangeOf } from "./fleet.ts";
import { dayAt, type FetchKind, sendFetch } from "./run-fetch.ts";
import type { World } from "./world.ts";

/** lib/sweeps/sweep-storefronts.ts, for apps that every storefront has: none is missing, so none is requested again. */
export function sweepStorefronts(world: World): void {
  const { activity, events, settings, sweeps } = world;
  for (const platform of platforms.filter((one) => isSwept(one, settings.sweep))) {
    planSweep(world, platform);
    const due = sweeps[platform].turns.takeDue(events.time, settings.sweep.tickSeconds);
    for (const { day, index, delaySeconds } of due) {
      sendFetch(world, sweepKind(world), { platform, day, index, at: events.time + delaySeconds });
    }
    foldShards(world, platform);
    activity.statements += 5;
  }
}

function planSweep({ events, fleet, settings, sweeps }: World, platform: Platform): void {
  const day = dayAt(events.time);
  const sweep = sweeps[platform];
  if (sweep.days.some((one) => one.day === day)) return;
  const [, apps] = rangeOf(fleet, platform);
  const plan = planOfDay(platform, apps, settings.sweep);
  sweep.turns.plan(day, plan.batches, events.time);
  const open = new Int16Array(plan.countedShards).fill(plan.countedBatches);
  // What is left of the day before may be fetched until its grace is over.
  sweep.days = [{ ...plan, day, open }, ...sweep.days.slice(0, 1)];
}

/** lib/sweeps/fetch-sweep-batch.ts */
function sweepKind({ settings }: World): FetchKind {
  const end: FetchKind["onStored"] = ({ sweeps }, platform, { day, index }) => {
    const of = sweeps[platform].days.find((one) => one.day === day);
    const place = of === undefined ? 0 : Math.floor(index / of.countedBatches);
    if (of !== undefined && place < of.countedShards) of.open[place] = (of.open[place] ?? 0) - 1;
  };
  return {
    queue: "tracked",
    purpose: "sweep",
    rules: sweepRules,
    costsOf: () => storefrontAppsCosts,
    writes: settings.sweep.appsPerRequest / BATCH_ITEMS_MAX,
    items: settings.sweep.appsPerRequest,
    onStored: end,
    onLost: end,
  };
}

/**
 * fold_shards: the apps of a shard were measured whose batches have all ended, but for those that rotate. Where a day does
 * not count all shards, it goes on after those of the day before.
 */
function foldShards({ events, fleet, settings, sweeps }: World, platform: Platform): void {
  const { appsPerRequest } = settings.sweep;
  const [first, apps] = rangeOf(fleet, platform);
  for (const { day, countedShards, open, shards } of sweeps[platform].days) {
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
