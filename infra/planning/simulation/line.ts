import { countries } from "../../../db/seeds/countries.ts";
import { planDispatch } from "../../../lib/domain/dispatch.ts";
import { DELAY_SECONDS_MAX, messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { isAwaited } from "../../../lib/domain/request-purpose.ts";
import { UNHURRIED_EXPRESS } from "../../../lib/domain/storefront-sweep.ts";
import { reservedRates, secondsUntilFree } from "../../../lib/sync/dispatch-syncs.ts";
import { shardToCome } from "../../../lib/sync/waiting-line.ts";
import { send } from "./deliveries.ts";
import { type Entry, isScheduled } from "./run.ts";
import type { Store, World } from "./world.ts";

/** `read_waiting_work` returns at most this many runs that wait for lookups, and this many others. */
const RUNS_MAX = 200;

const SCHEDULED_RANK = 2;

function rankOf({ isBehind, purpose }: Entry): number {
  if (purpose === "first_read") return 0;
  if (isAwaited(purpose)) return 1;
  return SCHEDULED_RANK + (isBehind ? 1 : 0);
}

export function enterLine({ line }: Store, entry: Entry): void {
  const rank = rankOf(entry);
  let [first, end] = [0, line.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    const other = line[middle] ?? entry;
    if ((rankOf(other) - rank || other.placeAt - entry.placeAt) <= 0) first = middle + 1;
    else end = middle;
  }
  line.splice(first, 0, entry);
}

export function leaveLine({ line }: Store, entry: Entry): boolean {
  const place = line.indexOf(entry);
  if (place >= 0) line.splice(place, 1);
  return place >= 0;
}

/** Models read_waiting_work: returns the rows of one reading, optionally only of work that users wait for. */
function readLine({ line }: Store, now: number, isWanted: (entry: Entry) => boolean = () => true): readonly Entry[] {
  const seen: Entry[] = [];
  const runs = { lookups: 0, others: 0 };
  for (const entry of line) {
    if (Math.min(runs.lookups, runs.others) >= RUNS_MAX || !isWanted(entry)) break;
    if (entry.readyAt >= now + DELAY_SECONDS_MAX || !takePlace(entry, runs)) continue;
    entry.readySeconds = Math.max(0, entry.readyAt - now);
    seen.push(entry);
  }
  return seen;
}

function takePlace({ run }: Entry, runs: Record<"lookups" | "others", number>): boolean {
  if (run === undefined) return true;
  const kind = run.next_batch?.costs.itunes_lookup === undefined ? "others" : "lookups";
  runs[kind] += 1;
  return runs[kind] <= RUNS_MAX;
}

/** Charts and sweeps that are due within this time reserve their pace. */
const HAS_MORE_SECONDS = 300;

/** Models lib/sync/dispatch-syncs.ts: sends work that finds its tokens soon. */
export function dispatchSyncs(world: World, store: Store): void {
  const { buckets, events, settings } = world;
  const { platform } = store;
  const waiting = readLine(store, events.time);
  if (waiting.every(({ isSent }) => isSent)) return;
  const reserved = reservedRates(settings.paces, platform, pacedSoon(world, store));
  const states = buckets.statesOf(platform, events.time);
  for (const { work, delaySeconds } of planDispatch(waiting, { settings: settings.stores, states, reserved }).sent) {
    work.isSent = true;
    work.readyAt = events.time + messageDelaySeconds(delaySeconds);
    send(world, work.queue, work.readyAt, (end) => {
      // Another message may have come first.
      if (leaveLine(store, work)) work.consume(end);
      else end(() => undefined);
    });
  }
}

function pacedSoon({ events }: World, { charts, sweep }: Store) {
  const soon = events.time + HAS_MORE_SECONDS;
  return { has_charts: charts.hasDue(soon), has_sweep: sweep.hasDue(soon) };
}

export type Behind = Parameters<typeof secondsUntilFree>[2];

export function busyWithUsers(world: World, store: Store, work: Behind): number {
  // A chart or a batch that no user precedes asks its bucket alone, when it is delivered.
  const asksAlone = work.purpose === "chart" || work.purpose === "sweep";
  if (asksAlone && store.express.waiting.length === 0 && readAwaited(world, store).length === 0) return 0;
  return secondsUntilFree(readAhead(world, store), world.settings.stores, work);
}

function readAwaited({ events }: World, store: Store): readonly Entry[] {
  return readLine(store, events.time, (entry) => rankOf(entry) < SCHEDULED_RANK);
}

/** Models readLine of lib/sync/dispatch-syncs.ts for work that users precede. */
export function readAhead(world: World, store: Store) {
  const { buckets, events, settings } = world;
  const { express, platform } = store;
  const waits = expressWaits(events.time, store, settings.sweep.expressSeconds);
  const awaited = readAwaited(world, store);
  const shard = {
    batches: Array.from({ length: express.unread }),
    has_express_apps: waits !== null,
    express_rest_seconds: waits ?? 0,
    express_gathering_seconds: 0,
    runs: awaited.flatMap(({ run }) => run ?? []),
  };
  return {
    awaited: [...awaited, ...shardToCome(shard, { countries, platform })],
    states: buckets.statesOf(platform, events.time),
    ...pacedSoon(world, store),
  };
}

export function expressWaits(now: number, { express }: Store, expressSeconds: number): number | null {
  const { restsUntil, waiting } = express;
  if (waiting.length === 0) return null;
  const isFull = waiting.length >= UNHURRIED_EXPRESS.apps;
  const dueAt = waiting.map(
    ({ run, since }) => since + (isFull || !isScheduled(run) ? expressSeconds : UNHURRIED_EXPRESS.seconds),
  );
  return Math.max(0, restsUntil - now, Math.min(...dueAt) - now);
}
