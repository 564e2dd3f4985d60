import { DELAY_SECONDS_MAX, messageDelaySeconds } from "./message-delay.ts";
import {
  type BucketRequest,
  bucketsOf,
  floorOf,
  isAwaited,
  type RequestPurpose,
  usersBucket,
} from "./request-purpose.ts";
import {
  costsByHost,
  countRequests,
  hostOfClass,
  type RequestCosts,
  type StoreHost,
  type StoreSettings,
  storeHosts,
} from "./store-hosts.ts";

/** How far ahead messages are sent: what comes meanwhile and goes first finds few that it delays. */
export const DISPATCH_AHEAD_SECONDS = 60;

/** A bucket of a host, of a class or of the users' share, as it is now. */
export type BucketState = {
  readonly bucket: string;
  readonly tokens: number;
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly closedSeconds: number;
  /** Whether the store has limited the requests of the class within a day. */
  readonly isLimited: boolean;
  /** Seconds ago at which each request of the last minute was granted. */
  readonly grantedSecondsAgo: readonly number[];
};

/** Work that waits for tokens, or whose message is under way. */
export type WaitingWork = {
  readonly purpose: RequestPurpose;
  /** The requests of its next batch. */
  readonly costs: RequestCosts;
  /** All requests that it still makes, as far as that is known. */
  readonly costsLeft: RequestCosts;
  /** No delivery may begin it before. */
  readonly readySeconds: number;
  readonly isSent: boolean;
};

export type Dispatch<Work> = {
  /** What is sent now, and the delay after which its tokens are there. */
  readonly sent: readonly { readonly work: Work; readonly delaySeconds: number }[];
};

type Stores = {
  readonly settings: StoreSettings;
  readonly states: readonly BucketState[];
  /** Requests a second of each host that sweeps and charts take, which precede scheduled syncs. */
  readonly reserved: Readonly<Partial<Record<StoreHost, number>>>;
};

/**
 * Returns the work whose next batch the buckets will grant soon, in the order of the line: each entry finds what those
 * before it leave. Where nothing is granted soon and no message is under way, it returns the entry that is granted first,
 * so that work which waits never depends on a tick.
 */
export function planDispatch<Work extends WaitingWork>(line: readonly Work[], stores: Stores): Dispatch<Work> {
  const ledger = new Ledger();
  const planned = line.map((work) => ({ work, delaySeconds: grantAfter(work, stores, ledger) }));
  const waiting = planned.filter(({ work }) => !work.isSent);
  const soon = waiting.filter(({ delaySeconds }) => delaySeconds <= DISPATCH_AHEAD_SECONDS);
  if (soon.length > 0 || waiting.length < line.length) return { sent: soon };
  const first = waiting.toSorted((a, b) => a.delaySeconds - b.delaySeconds).slice(0, 1);
  return {
    sent: first.map(({ work, delaySeconds }) => ({ work, delaySeconds: Math.min(delaySeconds, LATEST_SECONDS) })),
  };
}

/** The queue rounds a delay up and adds a second. */
const LATEST_SECONDS = DELAY_SECONDS_MAX - 1;

/** What entries of the line take of each bucket, and when it has no more within the time for which messages are sent. */
class Ledger {
  readonly #taken = new Map<string, number[]>();
  readonly #fullFrom = new Map<string, number>();

  /** The seconds from now at which each request is granted that was counted. */
  taken(bucket: string): readonly number[] {
    return this.#taken.get(bucket) ?? [];
  }

  count(bucket: string, requests: number, atSeconds: number): void {
    const taken = this.#taken.get(bucket) ?? [];
    taken.push(...Array.from({ length: requests }, () => atSeconds));
    this.#taken.set(bucket, taken);
  }

  /** The seconds after which an entry behind those that were counted is granted, where that is not soon. */
  fullFrom(bucket: string): number {
    return this.#fullFrom.get(bucket) ?? 0;
  }

  fill(bucket: string, seconds: number): void {
    this.#fullFrom.set(bucket, Math.max(seconds, this.fullFrom(bucket)));
  }
}

/** Returns the seconds until an entry finds its tokens behind those before it, and counts what it takes. */
function grantAfter(work: WaitingWork, stores: Stores, ledger: Ledger): number {
  const buckets = bucketsFor(work, stores, ledger);
  // What waits for another reason than tokens leaves its own to those behind it.
  const isHeldUp = work.readySeconds > DISPATCH_AHEAD_SECONDS || buckets.some(({ bucket }) => isClosed(bucket, stores));
  const first = grantBatch(work, buckets, stores, ledger, isHeldUp);
  if (isHeldUp || work.purpose !== "requested") return first;
  const batches = Math.ceil(countRequests(work.costsLeft) / Math.max(1, countRequests(work.costs)));
  let last = first;
  for (let batch = 1; batch < batches && last <= DISPATCH_AHEAD_SECONDS; batch += 1) {
    last = grantBatch(work, buckets, stores, ledger, isHeldUp);
  }
  return first;
}

function grantBatch(
  { purpose, readySeconds }: WaitingWork,
  buckets: readonly BucketRequest[],
  stores: Stores,
  ledger: Ledger,
  isHeldUp: boolean,
): number {
  const waits = buckets.map((bucket) => secondsUntilGranted(bucket, purpose, stores, ledger));
  const seconds = Math.max(readySeconds, 0, ...waits);
  if (isHeldUp) return seconds;
  const deliveredAfter = messageDelaySeconds(seconds);
  for (const [index, { bucket, requests }] of buckets.entries()) {
    ledger.count(bucket, requests, deliveredAfter);
    const wait = waits[index] ?? 0;
    if (wait > DISPATCH_AHEAD_SECONDS) ledger.fill(bucket, wait);
  }
  return seconds;
}

/** Returns the buckets of the next batch. Users whose share of the day is used up wait behind the schedules. */
function bucketsFor(
  { costs, purpose }: WaitingWork,
  { settings, states }: Stores,
  ledger: Ledger,
): readonly BucketRequest[] {
  const buckets = bucketsOf(settings, costs, purpose);
  const isSpent = buckets.some(({ bucket, capacity, floorOnceSpent, requests }) => {
    const tokens = stateOf(states, bucket)?.tokens ?? capacity;
    return floorOnceSpent !== undefined && tokens - ledger.taken(bucket).length < requests;
  });
  return isSpent ? bucketsOf(settings, costs, "page") : buckets;
}

function secondsUntilGranted(
  request: BucketRequest,
  purpose: RequestPurpose,
  { states, reserved }: Stores,
  ledger: Ledger,
): number {
  const { bucket, capacity, floor, start } = request;
  const state = stateOf(states, bucket) ?? fullBucket(bucket, capacity, start / 60);
  if (floor === null) return state.closedSeconds;
  const fullFrom = ledger.fullFrom(bucket);
  if (fullFrom > 0) return fullFrom;
  const taken = ledger.taken(bucket);
  const isFree = request.bindsOnceLimited === true && !state.isLimited;
  const rate = state.rate - (isAwaited(purpose) ? 0 : (reservedOf(reserved, bucket) ?? 0));
  const missing = floor + taken.length - state.tokens;
  const forTokens = isFree || missing <= 0 ? 0 : rate <= 0 ? Number.POSITIVE_INFINITY : missing / rate;
  return Math.max(state.closedSeconds, forTokens, secondsUntilRoom(request, state, taken));
}

/** A message comes up to so many seconds later than planned, and the window of the next ones begins later. */
const LATE_SECONDS = 1;

/** Returns the seconds until so many of the oldest requests are out of the window that there is room for these. */
function secondsUntilRoom(
  { adaptive, most, requests, windowSeconds = 60 }: BucketRequest,
  { grantedSecondsAgo, rate }: BucketState,
  taken: readonly number[],
): number {
  const limit = most === null ? (adaptive ? rate * 60 : "none") : most;
  if (limit === "none") return 0;
  const granted = [...grantedSecondsAgo.map((seconds) => -seconds), ...taken].toSorted((a, b) => a - b);
  const needed = Math.min(requests, Math.max(1, Math.floor(limit / 2)));
  const oldest = granted[Math.min(granted.length, Math.ceil(granted.length + needed - limit)) - 1];
  return oldest === undefined ? 0 : Math.max(0, oldest + windowSeconds + LATE_SECONDS);
}

function isClosed(bucket: string, { states }: Stores): boolean {
  return (stateOf(states, bucket)?.closedSeconds ?? 0) > DISPATCH_AHEAD_SECONDS;
}

function stateOf(states: readonly BucketState[], bucket: string): BucketState | undefined {
  return states.find((state) => state.bucket === bucket);
}

function fullBucket(bucket: string, tokens: number, rate: number): BucketState {
  return { bucket, tokens, rate, closedSeconds: 0, isLimited: false, grantedSecondsAgo: [] };
}

function reservedOf(reserved: Stores["reserved"], bucket: string): number | undefined {
  const host = storeHosts.find((one) => one === bucket);
  return host === undefined ? undefined : reserved[host];
}

/**
 * Returns the seconds for which each host is busy with what users wait for, before a request of this purpose finds its
 * tokens. Users whose share of the day is used up hold nothing up.
 */
export function busySeconds(
  line: readonly WaitingWork[],
  { settings, states }: Pick<Stores, "settings" | "states">,
  purpose: RequestPurpose,
): ReadonlyMap<StoreHost, number> {
  const left = requestsByHost(
    line.filter((work) => isAwaited(work.purpose) && work.readySeconds <= DISPATCH_AHEAD_SECONDS),
  );
  const busy = new Map<StoreHost, number>();
  for (const [host, requests] of left) {
    const { capacity, perMinute, usersPerDay } = settings.hosts[host];
    if (perMinute === "unlimited") continue;
    const { tokens, rate } = stateOf(states, host) ?? fullBucket(host, capacity, perMinute / 60);
    const share = stateOf(states, usersBucket(host))?.tokens ?? usersPerDay / 2;
    const awaited = Math.min(requests, Math.max(0, share));
    busy.set(host, Math.max(0, (floorOf(purpose, capacity) + awaited - tokens) / rate));
  }
  return busy;
}

/** Returns the requests that these entries still make of each host. */
function requestsByHost(line: readonly WaitingWork[]): ReadonlyMap<StoreHost, number> {
  const left = new Map<StoreHost, number>();
  for (const { costsLeft } of line) {
    for (const [host, requests] of costsByHost(costsLeft)) left.set(host, (left.get(host) ?? 0) + requests);
  }
  return left;
}

/**
 * Returns the seconds until the hosts have borne all that these entries still request. `Infinity` where a host is
 * closed, and nobody can tell for how long.
 */
export function secondsToEnd(
  line: readonly WaitingWork[],
  { settings, states }: Pick<Stores, "settings" | "states">,
): number {
  const left = requestsByHost(line);
  const waits = [...left].map(([host, requests]) => {
    const { capacity, perMinute } = settings.hosts[host];
    if (perMinute === "unlimited") return 0;
    const { closedSeconds, tokens, rate } = stateOf(states, host) ?? fullBucket(host, capacity, perMinute / 60);
    const missing = floorOf("requested", capacity) + requests - tokens;
    return closedSeconds > 0 ? Number.POSITIVE_INFINITY : Math.max(0, missing / rate);
  });
  const ready = line.at(-1)?.readySeconds ?? 0;
  return Math.max(ready, 0, ...waits);
}

/** Returns the longest of the waits of the hosts that a request needs. */
export function busySecondsOf(
  busy: ReadonlyMap<StoreHost, number>,
  classes: readonly (keyof typeof hostOfClass)[],
): number {
  return Math.max(0, ...classes.map((hostClass) => busy.get(hostOfClass[hostClass]) ?? 0));
}
