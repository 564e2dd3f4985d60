import { countries } from "../../../db/seeds/countries.ts";
import { BATCH_ITEMS_MAX } from "../../../lib/domain/call-limits.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { storefrontAppsCosts, sweepClass } from "../../../lib/domain/request-costs.ts";
import {
  CATCH_UP,
  EXPRESS_REST_SECONDS,
  expressRules,
  isSwept,
  SPARE_MINUTES,
  sweepRules,
  sweptStorefronts,
} from "../../../lib/domain/storefront-sweep.ts";
import { BATCHES_AHEAD_SECONDS } from "../../../lib/sync/waiting-line.ts";
import { endInvocation, send } from "./consumers.ts";
import { busyWithUsers, dispatchSyncs } from "./dispatch.ts";
import { expressWaits } from "./express-waits.ts";
import type { Entry } from "./line.ts";
import { type FetchKind, sendDueFetches, tryFetch } from "./paced-fetches.ts";
import { dayAt, type Fetch } from "./paced-turns.ts";
import type { Run, Shard } from "./run-state.ts";
import type { World } from "./world.ts";

/** lib/sweeps/dispatch-store.ts: users first, with the express shard that is due, then the day's sweep, then schedules. */
export function dispatchStore(world: World, platform: Platform): void {
  const { settings, stores } = world;
  dispatchSyncs(world, platform);
  if (!isSwept(platform, settings.sweep)) return;
  if (planExpress(world, platform)) dispatchSyncs(world, platform);
  const busySeconds = busyWithUsers(world, platform, { purpose: "sweep", classes: [sweepClass] });
  const { turns } = stores[platform].sweep;
  const kindOf = (fetch: Fetch) => dailyBatch(world, platform, fetch);
  const pace = stores[platform].express.restsUntil > world.events.time ? CATCH_UP : 1;
  sendDueFetches(world, { platform, turns, kindOf, busySeconds, pace, graceHours: sweepRules.graceHours });
}

const DAY_SECONDS = 86_400;

const sweepFetch = { costs: storefrontAppsCosts } as const;

/** lib/sweeps/fetch-sweep-batch.ts, for apps that every storefront has: none is missing, so none is requested again. */
function dailyBatch(world: World, platform: Platform, fetch: Fetch): FetchKind {
  const { sweep } = world.stores[platform];
  const items = world.settings.sweep.appsPerRequest;
  return {
    ...sweepFetch,
    queue: "tracked",
    purpose: "sweep",
    rules: sweepRules,
    writes: items / BATCH_ITEMS_MAX,
    items,
    leave: (at) => sweep.turns.leave(fetch, at),
    onEnd(outcome) {
      const of = sweep.days.find(({ day }) => day === fetch.day);
      const place = of === undefined ? 0 : Math.floor(fetch.index / of.countedBatches);
      if (of !== undefined && place < of.countedShards) of.open[place] = (of.open[place] ?? 0) - 1;
      if (outcome === "stored") world.activity.itemsSwept += items;
    },
    dispatch: () => dispatchStore(world, platform),
  };
}

/** Has the app of a run wait for the next express shard, and has that planned once others could join. */
export function joinExpress(world: World, run: Run): void {
  const { events, settings, stores } = world;
  const { platform } = run;
  if (!isSwept(platform, settings.sweep)) return;
  run.express = "waits";
  stores[platform].express.waiting.push({ run, since: events.time });
  sendExpress(world, platform, settings.sweep.expressSeconds);
}

/** Has an express shard planned, or asks again after the rest. */
function sendExpress(world: World, platform: Platform, delaySeconds: number): void {
  const last = () => {
    dispatchStore(world, platform);
    const waits = expressWaits(world, platform);
    if (waits !== null && waits > 0) sendExpress(world, platform, waits);
  };
  send(world, {
    kind: "onDemand",
    platform,
    at: world.events.time + messageDelaySeconds(delaySeconds),
    consume: (invocation) => endInvocation(world, invocation, { seconds: world.costs.statement, last }),
  });
}

/** db/queries/sweeps/express-shards.ts: returns whether a shard was planned of the apps that wait. */
function planExpress(world: World, platform: Platform): boolean {
  const { events, settings, stores } = world;
  const { express, line } = stores[platform];
  const waits = expressWaits(world, platform);
  if (waits === null || waits > 0 || express.untried > 0) return false;
  const minutesLeft = (DAY_SECONDS - (events.time % DAY_SECONDS)) / 60;
  const batchesLeft = stores[platform].sweep.turns.leftOf(dayAt(events.time));
  if (batchesLeft > settings.sweep.batchesPerMinute * (minutesLeft - SPARE_MINUTES))
    express.restsUntil = events.time + EXPRESS_REST_SECONDS;
  const runs = express.waiting.splice(0, settings.sweep.appsPerRequest).map(({ run }) => run);
  const shard: Shard = { open: sweptStorefronts(countries, platform).length, runs };
  for (const run of runs) run.express = shard;
  express.untried = shard.open;
  const placeAt = events.time - BATCHES_AHEAD_SECONDS;
  for (let batch = 0; batch < shard.open; batch += 1) {
    const costs = storefrontAppsCosts;
    const waits = { purpose: "requested", costs, costsLeft: costs, placeAt, queue: "onDemand", isBatch: true } as const;
    const attempt = { attempts: 0 };
    const enter = (at: number): Entry =>
      line.enter(
        { ...waits, consume: (invocation) => tryFetch(world, expressBatch(world, shard, enter), attempt, invocation) },
        at,
      );
    enter(events.time);
  }
  return true;
}

function expressBatch(world: World, shard: Shard, enter: (at: number) => Entry): FetchKind {
  const [{ platform } = { platform: "ios" as const }] = shard.runs;
  const items = shard.runs.length;
  return {
    ...sweepFetch,
    queue: "onDemand",
    purpose: "requested",
    rules: expressRules,
    writes: 1,
    items,
    leave: enter,
    onEnd(outcome) {
      world.stores[platform].express.untried -= 1;
      shard.open -= 1;
      if (outcome === "stored") world.activity.itemsSwept += items;
      if (shard.open === 0) for (const run of shard.runs) resume(world, run);
    },
    dispatch: () => dispatchStore(world, platform),
  };
}

/** The run goes on that has waited for its shard. */
function resume({ events }: World, run: Run): void {
  run.express = "none";
  if (run.entry === undefined || run.phase !== "metrics" || run.entry.readyAt <= events.time) return;
  run.entry.isSent = false;
  run.entry.readyAt = events.time;
}
