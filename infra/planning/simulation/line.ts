import { countries } from "../../../db/seeds/countries.ts";
import { planDispatch } from "../../../lib/domain/dispatch.ts";
import { DELAY_SECONDS_MAX, messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { isAwaited } from "../../../lib/domain/request-purpose.ts";
import { UNHURRIED_EXPRESS } from "../../../lib/domain/storefront-sweep.ts";
import { reservedRates, secondsUntilFree } from "../../../lib/sync/dispatch-syncs.ts";
import { shardToCome } from "../../../lib/sync/waiting-line.ts";
import { send } from "./deliveries.ts";
import { type Entry, isScheduled } from "./run.ts";
import type { Store } from "./world.ts";

/** Scheduled runs that have found too few tokens are behind all others. */
const ranks = { firstRead: 0, awaited: 1, scheduled: 2, behind: 3 } as const;

type NewEntry = Omit<Entry, "rank" | "isSent" | "readySeconds"> & { readonly isBehind: boolean };

export function enterLine({ line }: Store, { isBehind, ...given }: NewEntry): Entry {
  const awaited = given.purpose === "first_read" ? ranks.firstRead : ranks.awaited;
  const entry: Entry = {
    ...given,
    rank: isAwaited(given.purpose) ? awaited : ranks[isBehind ? "behind" : "scheduled"],
    isSent: false,
    readySeconds: 0,
  };
  const last = line.findLastIndex(({ placeAt, rank }) => (rank - entry.rank || placeAt - entry.placeAt) <= 0);
  line.splice(last + 1, 0, entry);
  return entry;
}

export function leaveLine({ line }: Store, entry: Entry): boolean {
  const place = line.indexOf(entry);
  if (place >= 0) line.splice(place, 1);
  return place >= 0;
}

/** `read_waiting_work` returns at most this many runs that wait for lookups, and this many others. */
const RUNS_MAX = 200;

/** Models read_waiting_work: returns the rows of one reading up to a rank. */
function readLine({ events, line }: Store, rankMax: number = ranks.behind): readonly Entry[] {
  const left = { lookups: RUNS_MAX, others: RUNS_MAX };
  const seen: Entry[] = [];
  for (const entry of line) {
    if (entry.rank > rankMax || Math.max(left.lookups, left.others) <= 0) break;
    if (entry.readyAt >= events.time + DELAY_SECONDS_MAX || !takePlace(entry, left)) continue;
    entry.readySeconds = Math.max(0, entry.readyAt - events.time);
    seen.push(entry);
  }
  return seen;
}

function takePlace({ run }: Entry, left: Record<"lookups" | "others", number>): boolean {
  if (run === undefined) return true;
  const kind = run.next_batch?.costs.itunes_lookup === undefined ? "others" : "lookups";
  left[kind] -= 1;
  return left[kind] >= 0;
}

/** Charts and sweeps that are due within this time reserve their pace. */
const HAS_MORE_SECONDS = 300;

/** Models lib/sync/dispatch-syncs.ts: sends work that finds its tokens soon. */
export function dispatchSyncs(store: Store): void {
  const { buckets, events, platform, settings } = store;
  const waiting = readLine(store);
  if (waiting.every(({ isSent }) => isSent)) return;
  const reserved = reservedRates(settings.paces, platform, pacedSoon(store));
  const stores = { settings: settings.stores, states: buckets.statesOf(platform, events.time), reserved };
  for (const { work, delaySeconds } of planDispatch(waiting, stores).sent) {
    work.isSent = true;
    work.readyAt = events.time + messageDelaySeconds(delaySeconds);
    send(store, work.queue, work.readyAt, function* () {
      // Another message may have come first.
      return leaveLine(store, work) ? yield* work.consume() : undefined;
    });
  }
}

function pacedSoon({ events, slots }: Store) {
  const soon = events.time + HAS_MORE_SECONDS;
  return { has_charts: slots.chart.hasDue(soon), has_sweep: slots.sweep.hasDue(soon) };
}

export type Behind = Parameters<typeof secondsUntilFree>[2];

export function busyWithUsers(store: Store, work: Behind): number {
  // A chart or a batch that no user precedes asks its bucket alone, when it is delivered.
  const asksAlone = work.purpose === "chart" || work.purpose === "sweep";
  if (asksAlone && store.express.waiting.length === 0 && readLine(store, ranks.awaited).length === 0) return 0;
  return secondsUntilFree(readAhead(store), store.settings.stores, work);
}

/** Models readLine of lib/sync/dispatch-syncs.ts for work that users precede. */
export function readAhead(store: Store) {
  const { buckets, events, express, platform } = store;
  const waits = expressWaits(store);
  const awaited = readLine(store, ranks.awaited);
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
    ...pacedSoon(store),
  };
}

/** Returns the seconds until the waiting apps get an express shard. */
export function expressWaits({ events: { time }, express, settings }: Store): number | null {
  const { restsUntil, waiting } = express;
  if (waiting.length === 0) return null;
  const isFull = waiting.length >= UNHURRIED_EXPRESS.apps;
  const secondsOf = ({ run }: (typeof waiting)[number]) =>
    isFull || !isScheduled(run) ? settings.sweep.expressSeconds : UNHURRIED_EXPRESS.seconds;
  return Math.max(0, restsUntil - time, Math.min(...waiting.map((one) => one.since + secondsOf(one))) - time);
}
