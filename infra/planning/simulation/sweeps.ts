import { countries } from "../../../db/seeds/countries.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { storefrontAppsCosts, sweepClass } from "../../../lib/domain/request-costs.ts";
import {
  CATCH_UP,
  EXPRESS_REST_SECONDS,
  isSwept,
  SPARE_MINUTES,
  sweepRules,
  sweptStorefronts,
} from "../../../lib/domain/storefront-sweep.ts";
import { usualPace } from "../../../lib/domain/sweep-rotation.ts";
import { BATCHES_AHEAD_SECONDS } from "../../../lib/sync/waiting-line.ts";
import { planOfDay } from "./daily-sweep.ts";
import { send } from "./deliveries.ts";
import { dispatchSyncs, enterLine, expressWaits } from "./line.ts";
import { type PacedKind, tryFetch } from "./paced-fetches.ts";
import { DAY_SECONDS, type Fetch } from "./paced-slots.ts";
import type { Run } from "./run.ts";
import type { Store, World } from "./world.ts";

/** Models lib/sweeps/sweep-storefronts.ts. */
export function sweepStorefronts(world: World, store: Store): void {
  const { events, settings } = world;
  const { apps, platform, sweep, sweepDays } = store;
  if (!isSwept(platform, settings.sweep)) return;
  const day = Math.floor(events.time / DAY_SECONDS);
  if (!sweepDays.has(day)) {
    const plan = planOfDay(platform, apps.count, settings.sweep);
    sweep.plan(events.time, plan.batches, plan.perMinute);
    const open = new Int16Array(plan.countedShards).fill(plan.countedBatches);
    sweepDays.set(day, { ...plan, open, readAt: Array.from({ length: plan.countedShards }, () => []) });
  }
  dispatchStore(world, store);
}

/** Models lib/sweeps/fetch-sweep-batch.ts for apps that every storefront has, so none is requested again. */
export function dailyBatches(world: World, store: Store): PacedKind {
  const { sweep } = world.settings;
  const items = sweep.appsPerRequest;
  const planned = () => store.sweepDays.get(Math.floor(world.events.time / DAY_SECONDS))?.perMinute ?? usualPace(sweep);
  const isResting = () => store.express.restsUntil > world.events.time;
  return {
    slots: store.sweep,
    queue: store.queues.tracked,
    purpose: "sweep",
    classes: [sweepClass],
    graceHours: sweepRules.graceHours,
    dispatchSeconds: 2,
    pace: () => (isResting() ? Math.max(planned(), usualPace(sweep) * CATCH_UP) : planned()) / sweep.batchesPerMinute,
    of: (fetch) => ({
      costs: storefrontAppsCosts,
      items,
      store: () => foldBatch(world, store, fetch),
      dispatch: () => dispatchStore(world, store),
    }),
  };
}

/** Seconds between ticks of the sweep. Each tick folds shards and reports their changes. */
const TICK_SECONDS = 300;

/**
 * Models fold_shards: a shard's apps were measured once all its batches that do not rotate are stored. If a day does
 * not count all shards, it continues after those of the previous day.
 */
function foldBatch(
  { activity, events, settings, waits }: World,
  { apps, sweepDays }: Store,
  { day, index }: Fetch,
): void {
  const { appsPerRequest } = settings.sweep;
  activity.itemsSwept += appsPerRequest;
  const { countedBatches = 1, countedShards = 0, open, readAt, shards = 1 } = sweepDays.get(day) ?? {};
  const place = Math.floor(index / countedBatches);
  if (open?.[place] === undefined) return;
  open[place] -= 1;
  readAt?.[place]?.push(events.time);
  if (open[place] > 0) return;
  const first = ((day * countedShards + place) % shards) * appsPerRequest;
  const reportedAt = Math.ceil(events.time / TICK_SECONDS) * TICK_SECONDS;
  waits.reports.push(...(readAt?.[place]?.splice(0).map((at) => reportedAt - at) ?? []));
  apps.lastSwept.fill(events.time, first, first + appsPerRequest);
}

/** Models lib/sweeps/dispatch-store.ts: sends waiting work, including the due express shard. */
export function dispatchStore(world: World, store: Store): void {
  dispatchSyncs(world, store);
  if (planExpress(world, store)) dispatchSyncs(world, store);
}

/** Adds the app of a run to the next express shard, which is planned once others could join. */
export function joinExpress(world: World, store: Store, run: Run): void {
  const { events, settings } = world;
  if (!isSwept(store.platform, settings.sweep)) return;
  run.sharesShard = true;
  store.express.waiting.push({ run, since: events.time });
  sendExpress(world, store, settings.sweep.expressSeconds);
}

function sendExpress(world: World, store: Store, delaySeconds: number): void {
  const { events, settings } = world;
  const last = () => {
    dispatchStore(world, store);
    const waits = expressWaits(events.time, store, settings.sweep.expressSeconds) ?? 0;
    if (waits > 0) sendExpress(world, store, waits);
  };
  send(world, store.queues.onDemand, events.time + messageDelaySeconds(delaySeconds), (end) => end(last));
}

/** Models db/queries/sweeps/express-shards.ts: returns whether a shard of the waiting apps was planned. */
function planExpress(world: World, store: Store): boolean {
  const { events, settings } = world;
  const { express, platform, sweep } = store;
  const { appsPerRequest, expressSeconds } = settings.sweep;
  if (express.unread > 0 || expressWaits(events.time, store, expressSeconds) !== 0) return false;
  const day = Math.floor(events.time / DAY_SECONDS);
  const minutesLeft = ((day + 1) * DAY_SECONDS - events.time) / 60;
  const isLate = sweep.leftOf(day) > usualPace(settings.sweep) * (minutesLeft - SPARE_MINUTES);
  if (isLate) express.restsUntil = events.time + EXPRESS_REST_SECONDS;
  const runs = express.waiting.splice(0, appsPerRequest).map(({ run }) => run);
  express.unread = sweptStorefronts(countries, platform).length;
  const placeAt = events.time - BATCHES_AHEAD_SECONDS;
  for (let batch = 0; batch < express.unread; batch += 1) waitForBatch(world, store, { runs, placeAt }, events.time);
  return true;
}

type Shard = { readonly runs: readonly Run[]; readonly placeAt: number };

function waitForBatch(world: World, store: Store, { runs, placeAt }: Shard, readyAt: number): void {
  const { activity, events } = world;
  const batch = { purpose: "requested", costs: storefrontAppsCosts } as const;
  const consume = tryFetch(world, store, {
    ...batch,
    items: runs.length,
    leave: (at) => waitForBatch(world, store, { runs, placeAt }, at),
    store() {
      activity.itemsSwept += runs.length;
      store.express.unread -= 1;
      if (store.express.unread === 0) for (const run of runs) resume(events.time, run);
    },
    dispatch: () => dispatchStore(world, store),
  });
  const state = { placeAt, isBehind: false, isSent: false, readySeconds: 0, readyAt };
  enterLine(store, { ...batch, ...state, costsLeft: batch.costs, queue: store.queues.onDemand, consume });
}

function resume(now: number, run: Run): void {
  run.sharesShard = false;
  if (run.entry === undefined || run.phase !== "metrics" || run.entry.readyAt <= now) return;
  run.entry.isSent = false;
  run.entry.readyAt = now;
}
