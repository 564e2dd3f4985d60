import { type Account, type BucketState, createLedger, DISPATCH_AHEAD_SECONDS, type Ledger } from "./bucket-ledger.ts";
import { DELAY_SECONDS_MAX, messageDelaySeconds } from "./message-delay.ts";
import {
  type BucketRequest,
  bucketsOf,
  floorOf,
  isAwaited,
  type RequestPurpose,
  type Room,
  roomOf,
  usersBucket,
} from "./request-purpose.ts";
import {
  costEntries,
  costsByHost,
  countRequests,
  type HostClass,
  hostClasses,
  hostOfClass,
  type RequestCosts,
  type StoreHost,
  type StoreSettings,
  storeHosts,
} from "./store-hosts.ts";

export { type BucketState, DISPATCH_AHEAD_SECONDS } from "./bucket-ledger.ts";

export type WaitingWork = {
  readonly purpose: RequestPurpose;
  readonly costs: RequestCosts;
  /** All requests that it still makes, as far as known. */
  readonly costsLeft: RequestCosts;
  readonly readySeconds: number;
  readonly isSent: boolean;
};

export type Dispatch<Work> = {
  readonly sent: readonly { readonly work: Work; readonly delaySeconds: number }[];
};

type Stores = {
  readonly settings: StoreSettings;
  readonly states: readonly BucketState[];
  /** Requests per second and host of sweeps and charts, which precede scheduled syncs. */
  readonly reserved: Readonly<Partial<Record<StoreHost, number>>>;
};

/**
 * Returns the work whose next batch the buckets will grant soon, in the order of the line. If there is none, returns
 * the first to be granted unless a message arrives about then, so that progress needs no tick.
 */
export function planDispatch<Work extends WaitingWork>(line: readonly Work[], stores: Stores): Dispatch<Work> {
  const ledger = createLedger(stores.states);
  for (const work of line) if (work.isSent) countUnderWay(work, stores, ledger);
  const planned = line.map((work) => ({ work, delaySeconds: grantAfter(work, stores, ledger) }));
  const waiting = planned.filter(({ work }) => !work.isSent);
  const soon = waiting.filter(({ delaySeconds }) => delaySeconds <= DISPATCH_AHEAD_SECONDS);
  const [first] = waiting.toSorted((a, b) => a.delaySeconds - b.delaySeconds);
  if (soon.length > 0 || first === undefined) return { sent: soon };
  const delaySeconds = Math.min(first.delaySeconds, LATEST_SECONDS);
  const comesAbout = delaySeconds + DISPATCH_AHEAD_SECONDS;
  const isDispatchedAgain = line.some(({ isSent, readySeconds }) => isSent && readySeconds <= comesAbout);
  return { sent: isDispatchedAgain ? [] : [{ work: first.work, delaySeconds }] };
}

export function secondsUntilTaken(
  { costs, purpose }: Pick<WaitingWork, "costs" | "purpose">,
  { settings, states }: Pick<Stores, "settings" | "states">,
): number {
  const stores = { settings, states, reserved: {} };
  const ledger = createLedger(states);
  const work = { purpose, costs, costsLeft: costs, readySeconds: 0, isSent: false };
  const now = purposeNow(work, stores, ledger);
  return secondsUntilGranted({ buckets: bucketsNow(work, stores, now), purpose: now, stores, ledger }, 0);
}

/** The queue rounds a delay up and adds a second. */
const LATEST_SECONDS = DELAY_SECONDS_MAX - 1;

function countUnderWay({ costs, purpose, readySeconds }: WaitingWork, { settings }: Stores, ledger: Ledger): void {
  for (const { bucket, requests } of bucketsOf(settings, costs, purpose))
    ledger.of(bucket).send(requests, readySeconds);
}

/** Returns the seconds until an entry finds its tokens behind earlier entries, and counts them as taken. */
function grantAfter(work: WaitingWork, stores: Stores, ledger: Ledger): number {
  const { costs, costsLeft, isSent, readySeconds } = work;
  if (countRequests(costs) === 0) return readySeconds;
  const fullFrom = isSent ? 0 : ledger.fullFrom(costs);
  if (fullFrom > 0) return Math.max(fullFrom, readySeconds);
  const purpose = purposeNow(work, stores, ledger);
  const buckets = bucketsNow(work, stores, purpose);
  const requested = { buckets, purpose, stores, ledger };
  // An entry that waits for another reason leaves its tokens to later entries, even if its message is under way.
  const isHeldUp = isReadyLater(work);
  if (isHeldUp || buckets.some(({ bucket }) => ledger.of(bucket).blockedSeconds > DISPATCH_AHEAD_SECONDS)) {
    return secondsUntilGranted(requested, readySeconds);
  }
  if (isSent) for (const { bucket, requests } of buckets) ledger.of(bucket).arrive(requests, readySeconds);
  const first = isSent ? readySeconds : grantBatch(requested, readySeconds);
  if (!requestsFurtherBatches(purpose)) return first;
  const batches = Math.ceil(countRequests(costsLeft) / Math.max(1, countRequests(costs)));
  let last = first;
  for (let batch = 1; batch < batches && last <= DISPATCH_AHEAD_SECONDS; batch += 1) last = grantBatch(requested, last);
  return first;
}

/** Returns true if a delivery also requests the next batch when it finds tokens for it. */
function requestsFurtherBatches(purpose: RequestPurpose): boolean {
  return purpose === "requested" || purpose === "page";
}

/** Returns true if an entry is ready later than this dispatch sends, which includes the second that rounding adds. */
function isReadyLater({ readySeconds }: WaitingWork): boolean {
  return readySeconds > messageDelaySeconds(DISPATCH_AHEAD_SECONDS);
}

/** Users who have used up their share of the day wait behind the schedules. */
function purposeNow({ costs, purpose }: WaitingWork, { settings }: Stores, ledger: Ledger): RequestPurpose {
  if (!isAwaited(purpose)) return purpose;
  const isSpent = [...costsByHost(costs)].some(([host, requests]) => {
    const share = ledger.of(usersBucket(host));
    return share.tokens(settings.hosts[host].usersPerDay / 2) < requests;
  });
  return isSpent ? "page" : purpose;
}

/**
 * Users beyond their share keep the windows of awaited work, but each bucket must hold the tokens that a page needs.
 */
function bucketsNow(
  { costs, purpose }: WaitingWork,
  { settings }: Stores,
  purposeNow: RequestPurpose,
): readonly BucketRequest[] {
  const buckets = bucketsOf(settings, costs, purpose);
  if (purpose === purposeNow) return buckets;
  return buckets.map(({ bindsOnceLimited: _, ...request }) => {
    const floor = request.floor === null ? null : Math.max(request.floor, floorOf(purposeNow, request.capacity));
    return { ...request, floor };
  });
}

type Requested = {
  readonly buckets: readonly BucketRequest[];
  readonly purpose: RequestPurpose;
  readonly stores: Stores;
  readonly ledger: Ledger;
};

function grantBatch(requested: Requested, readySeconds: number): number {
  const seconds = secondsUntilGranted(requested, readySeconds);
  const isSoon = seconds <= DISPATCH_AHEAD_SECONDS;
  for (const request of requested.buckets) {
    const account = requested.ledger.of(request.bucket);
    if (isSoon) account.take(request.requests, messageDelaySeconds(seconds));
    else account.fill(secondsUntilGranted({ ...requested, buckets: [request] }, readySeconds));
  }
  return seconds;
}

/** Arrivals before a grant delay it further, so its buckets are checked again up to this often. */
const CHECKS_MAX = 20;

function secondsUntilGranted(requested: Requested, readySeconds: number): number {
  let seconds = Math.max(0, readySeconds);
  for (let check = 0; check < CHECKS_MAX; check += 1) {
    const before = seconds;
    for (const request of requested.buckets)
      seconds = Math.max(seconds, secondsUntilBucket(request, requested, before));
    if (seconds === before || !Number.isFinite(seconds)) break;
  }
  return seconds;
}

function secondsUntilBucket(request: BucketRequest, { ledger, purpose, stores }: Requested, atSeconds: number): number {
  const { bucket, capacity, floor, start } = request;
  const account = ledger.of(bucket);
  if (floor === null) return account.blockedSeconds;
  const isFree = request.bindsOnceLimited === true && !account.isLimited;
  const rate = account.rate(start / 60);
  const reserved = isAwaited(purpose) ? 0 : (reservedOf(stores.reserved, bucket) ?? 0);
  const left = rate - reserved;
  const missing = floor - account.tokens(capacity) + account.arrivingBefore(atSeconds);
  const forTokens = isFree || missing <= 0 ? 0 : left <= 0 ? Number.POSITIVE_INFINITY : missing / left;
  return Math.max(account.blockedSeconds, forTokens, secondsUntilRoom(request, { account, rate, reserved, atSeconds }));
}

/** A message arrives up to a second later than planned, and later windows begin later, too. */
const LATE_SECONDS = 1;

type Window = {
  readonly account: Account;
  readonly rate: number;
  /** Requests per second of charts and sweeps, whose messages the plan does not see. */
  readonly reserved: number;
  readonly atSeconds: number;
};

function secondsUntilRoom(
  { adaptive, most, requests, windowSeconds = 60 }: BucketRequest,
  { account, rate, reserved, atSeconds }: Window,
): number {
  const limitOfAll = most === null ? (adaptive ? rate * 60 : "none") : most;
  if (limitOfAll === "none") return 0;
  const limit = limitOfAll - Math.ceil(reserved * Math.min(atSeconds, windowSeconds));
  const needed = Math.min(requests, Math.max(1, Math.floor(limit / 2)));
  const oldest = account.grantedAt(needed - limit, atSeconds);
  return oldest === undefined ? 0 : Math.max(0, oldest + windowSeconds + LATE_SECONDS);
}

function reservedOf(reserved: Stores["reserved"], bucket: string): number | undefined {
  const host = storeHosts.find((one) => one === bucket);
  return host === undefined ? undefined : reserved[host];
}

function stateOf(states: readonly BucketState[], bucket: string): BucketState | undefined {
  return states.find((state) => state.bucket === bucket);
}

function fullBucket(bucket: string, tokens: number, rate: number): BucketState {
  return { bucket, tokens, rate, blockedSeconds: 0, isLimited: false, grantedSecondsAgo: [] };
}

/**
 * Returns the seconds for which each host and class is busy with awaited and granted work before this purpose finds
 * tokens. Users who have used up their share of the day do not count.
 */
export function busySeconds(
  line: readonly WaitingWork[],
  { settings, states }: Pick<Stores, "settings" | "states">,
  purpose: RequestPurpose,
): ReadonlyMap<StoreHost | HostClass, number> {
  const ahead = line.filter((work) => isAwaited(work.purpose) && !isReadyLater(work));
  const left = new Map<string, number>([...requestsByHost(ahead), ...requestsByClass(ahead)]);
  const busy = new Map<StoreHost | HostClass, number>();
  const add = (name: StoreHost | HostClass, host: StoreHost, { rate, most }: { rate: number; most: Room["most"] }) => {
    const { capacity, usersPerDay } = settings.hosts[host];
    const state = stateOf(states, name) ?? fullBucket(name, capacity, rate);
    const share = stateOf(states, usersBucket(host))?.tokens ?? usersPerDay / 2;
    const awaited = Math.min(left.get(name) ?? 0, Math.max(0, share));
    const forTokens = (floorOf(purpose, capacity) + awaited - state.tokens) / state.rate;
    const limit = most === null ? Math.max(1, Math.floor(state.rate * 60)) : most;
    const forRoom = limit === "none" ? 0 : secondsUntilMinuteHasRoom(state, { most: limit, awaited });
    busy.set(name, Math.max(0, state.blockedSeconds, forTokens, forRoom));
  };

  for (const host of storeHosts) {
    const { mostInAMinute, perMinute } = settings.hosts[host];
    if (perMinute !== "unlimited") add(host, host, { rate: perMinute / 60, ...roomOf(purpose, mostInAMinute) });
  }
  for (const hostClass of hostClasses) {
    const host = hostOfClass[hostClass];
    const { adaptive, startPerMinute } = settings.classes[hostClass];
    if (settings.hosts[host].perMinute === "unlimited") continue;
    add(hostClass, host, { rate: startPerMinute / 60, most: adaptive ? null : "none" });
  }
  return busy;
}

/** Returns the seconds until a host that grants awaited requests at once has granted fewer than `most` in a minute. */
function secondsUntilMinuteHasRoom(
  { grantedSecondsAgo, rate, tokens }: BucketState,
  { awaited, most }: { readonly awaited: number; readonly most: number },
): number {
  const last = Math.max(0, awaited - tokens) / rate;
  const counted = Math.min(most, Math.ceil(awaited));
  const granted = [
    ...grantedSecondsAgo.map((seconds) => -seconds).toSorted((a, b) => a - b),
    ...Array.from({ length: counted }, (_, index) => Math.max(0, last - (counted - 1 - index) / rate)),
  ];
  const oldest = granted.at(-most);
  return oldest === undefined ? 0 : oldest + 60 + LATE_SECONDS;
}

function requestsByClass(line: readonly WaitingWork[]): ReadonlyMap<HostClass, number> {
  return sumByName(line.flatMap(({ costsLeft }) => costEntries(costsLeft)));
}

function requestsByHost(line: readonly WaitingWork[]): ReadonlyMap<StoreHost, number> {
  return sumByName(line.flatMap(({ costsLeft }) => [...costsByHost(costsLeft)]));
}

function sumByName<Name>(counts: readonly (readonly [Name, number])[]): ReadonlyMap<Name, number> {
  const sums = new Map<Name, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

/** Returns the seconds until the hosts have served all these requests. `Infinity` if a host is blocked. */
export function secondsToEnd(
  line: readonly WaitingWork[],
  { settings, states }: Pick<Stores, "settings" | "states">,
): number {
  const left = requestsByHost(line);
  const waits = [...left].map(([host, requests]) => {
    const { capacity, perMinute } = settings.hosts[host];
    if (perMinute === "unlimited") return 0;
    const { blockedSeconds, tokens, rate } = stateOf(states, host) ?? fullBucket(host, capacity, perMinute / 60);
    const missing = floorOf("requested", capacity) + requests - tokens;
    return blockedSeconds > 0 ? Number.POSITIVE_INFINITY : Math.max(0, missing / rate);
  });
  const ready = line.at(-1)?.readySeconds ?? 0;
  return Math.max(ready, 0, ...waits);
}

export function busySecondsOf(busy: ReadonlyMap<StoreHost | HostClass, number>, classes: readonly HostClass[]): number {
  const waits = classes.flatMap((hostClass) => [busy.get(hostClass) ?? 0, busy.get(hostOfClass[hostClass]) ?? 0]);
  return Math.max(0, ...waits);
}
