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
import type { Store } from "./world.ts";

/** Models lib/sweeps/sweep-storefronts.ts. */
export function sweepStorefronts(store: Store): void {
  const { apps, events, platform, settings, slots, sweepDays } = store;
  if (!isSwept(platform, settings.sweep)) return;
  const day = Math.floor(events.time / DAY_SECONDS);
  if (!sweepDays.has(day)) {
    const plan = planOfDay(platform, apps.count, settings.sweep);
    slots.sweep.plan(events.time, plan.batches, plan.perMinute);
    const open = new Int16Array(plan.countedShards).fill(plan.countedBatches);
    sweepDays.set(day, { ...plan, open, readAt: Array.from({ length: plan.countedShards }, () => []) });
  }
  dispatchStore(store);
}

/** Models lib/sweeps/fetch-sweep-batch.ts for apps that every storefront has, so none is requested again. */
export function dailyBatches(store: Store): PacedKind {
  const { events, express, queues, settings, slots, sweepDays } = store;
  const usual = usualPace(settings.sweep);
  return {
    slots: slots.sweep,
    queue: queues.tracked,
    purpose: "sweep",
    classes: [sweepClass],
    graceHours: sweepRules.graceHours,
    dispatchSeconds: 2,
    perMinute() {
      const planned = sweepDays.get(Math.floor(events.time / DAY_SECONDS))?.perMinute ?? usual;
      return express.restsUntil > events.time ? Math.max(planned, usual * CATCH_UP) : planned;
    },
    of: (fetch) => ({
      costs: storefrontAppsCosts,
      items: settings.sweep.appsPerRequest,
      save: () => foldBatch(store, fetch),
      dispatch: () => dispatchStore(store),
    }),
  };
}

/** Seconds between ticks of the sweep. Each tick folds shards and reports their changes. */
const TICK_SECONDS = 300;

/**
 * Models fold_shards: a shard's apps were measured once all its batches that do not rotate are stored. If a day does
 * not count all shards, it continues after those of the previous day.
 */
function foldBatch({ activity, apps, events, settings, sweepDays, waits }: Store, { day, index }: Fetch): void {
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
export function dispatchStore(store: Store): void {
  dispatchSyncs(store);
  if (planExpress(store)) dispatchSyncs(store);
}

/** Adds the app of a run to the next express shard, which is planned once others could join. */
export function joinExpress(store: Store, run: Run): void {
  const { events, express, platform, settings } = store;
  if (!isSwept(platform, settings.sweep)) return;
  run.sharesShard = true;
  express.waiting.push({ run, since: events.time });
  sendExpress(store, settings.sweep.expressSeconds);
}

function sendExpress(store: Store, delaySeconds: number): void {
  const { events, queues } = store;
  send(store, queues.onDemand, events.time + messageDelaySeconds(delaySeconds), function* () {
    return () => {
      dispatchStore(store);
      const waits = expressWaits(store) ?? 0;
      if (waits > 0) sendExpress(store, waits);
    };
  });
}

/** Models db/queries/sweeps/express-shards.ts: returns whether a shard of the waiting apps was planned. */
function planExpress(store: Store): boolean {
  const { events, express, platform, settings, slots } = store;
  if (express.unread > 0 || expressWaits(store) !== 0) return false;
  const day = Math.floor(events.time / DAY_SECONDS);
  const minutesLeft = ((day + 1) * DAY_SECONDS - events.time) / 60;
  const isLate = slots.sweep.leftOf(day) > usualPace(settings.sweep) * (minutesLeft - SPARE_MINUTES);
  if (isLate) express.restsUntil = events.time + EXPRESS_REST_SECONDS;
  const runs = express.waiting.splice(0, settings.sweep.appsPerRequest).map(({ run }) => run);
  const shard = { runs, placeAt: events.time - BATCHES_AHEAD_SECONDS };
  express.unread = sweptStorefronts(countries, platform).length;
  for (let batch = 0; batch < express.unread; batch += 1) waitForBatch(store, shard, events.time);
  return true;
}

type Shard = { readonly runs: readonly Run[]; readonly placeAt: number };

function waitForBatch(store: Store, { runs, placeAt }: Shard, readyAt: number): void {
  const { activity, events, express, queues } = store;
  const batch = { purpose: "requested", costs: storefrontAppsCosts } as const;
  const consume = () =>
    tryFetch(store, {
      ...batch,
      items: runs.length,
      postpone: (at) => waitForBatch(store, { runs, placeAt }, at),
      save() {
        activity.itemsSwept += runs.length;
        express.unread -= 1;
        if (express.unread === 0) for (const run of runs) resume(events.time, run);
      },
      dispatch: () => dispatchStore(store),
    });
  const state = { placeAt, isBehind: false, readyAt };
  enterLine(store, { ...batch, ...state, costsLeft: batch.costs, queue: queues.onDemand, consume });
}

function resume(now: number, run: Run): void {
  run.sharesShard = false;
  if (run.entry === undefined || run.phase !== "metrics" || run.entry.readyAt <= now) return;
  run.entry.isSent = false;
  run.entry.readyAt = now;
}
