import { type Bucket, ROOM_LEFT, TOKENS_NEEDED } from "./call-limits.ts";
import type { Platform } from "./platform.ts";
import { sweepClass } from "./request-costs.ts";
import {
  costEntries,
  costsByHost,
  type HostClass,
  hostClasses,
  hostOfClass,
  platformOfHost,
  type RequestCosts,
  type StoreHost,
  type StoreSettings,
} from "./store-hosts.ts";

/**
 * The purpose of a request decides who gets tokens first. A client waits for `live` requests. A user waits for
 * `first_read`, `requested_chart`, `requested_keyword` and `requested`. An `on_credit` request was already made.
 */
export type RequestPurpose = keyof typeof TOKENS_NEEDED | "on_credit";

const awaited: ReadonlySet<RequestPurpose> = new Set([
  "live",
  "first_read",
  "requested_chart",
  "requested_keyword",
  "requested",
]);

export function isAwaited(purpose: RequestPurpose): boolean {
  return awaited.has(purpose);
}

/** The share of each bucket that sweeps and lower purposes never spend. */
const RESERVED_SHARE = 0.1;

/** Returns the tokens that a request must find; -Infinity if it was already made. */
export function floorOf(purpose: RequestPurpose, capacity: number): number {
  if (purpose === "on_credit") return Number.NEGATIVE_INFINITY;
  const needed = TOKENS_NEEDED[purpose];
  const reserve = Math.max(0, RESERVED_SHARE * capacity + 1 - TOKENS_NEEDED.sweep);
  return needed < TOKENS_NEEDED.sweep ? needed : needed + reserve;
}

/** While users wait, a host gets at most this many saved-up requests in this many seconds. */
export const BURST = { requests: 20, seconds: 10 };

export type Room = Pick<BucketRequest, "most" | "windowSeconds">;

/** Returns the most requests of a host in the last seconds, including this one. */
export function roomOf(purpose: RequestPurpose, mostInAMinute: number): Room {
  if (purpose === "on_credit") return { most: "none" };
  if (isAwaited(purpose)) return { most: BURST.requests, windowSeconds: BURST.seconds };
  return { most: Math.max(1, mostInAMinute - (roomLeft[purpose] ?? 0)) };
}

const roomLeft: Readonly<Partial<Record<RequestPurpose, number>>> = ROOM_LEFT;

/** A bucket that pays for requests. Rates are per minute. */
export type BucketRequest = {
  readonly bucket: string;
  readonly requests: number;
  /** Tokens that must be there; the rest is taken on credit. Null takes all on credit. */
  readonly floor: number | null;
  readonly capacity: number;
  /** The most requests in any window. Null means as many as its learnt rate; "none" means no limit. */
  readonly most: number | null | "none";
  /** At most a minute, the default, because older grants are not kept. */
  readonly windowSeconds?: number;
  readonly start: number;
  readonly cap: number;
  readonly adaptive: boolean;
  /** True if the tokens count only after the store has limited the class. Before, those of its host count. */
  readonly bindsOnceLimited?: true;
  /**
   * Tokens that every bucket of the request must hold once this one has too few: users then wait behind the schedules.
   * The bucket itself rejects nothing.
   */
  readonly floorOnceSpent?: number;
};

export function bucketsOf(
  settings: StoreSettings,
  costs: RequestCosts,
  purpose: RequestPurpose,
): readonly BucketRequest[] {
  const entries = costEntries(costs);
  if (entries.length === 0) return [];
  return [
    ...entries.flatMap(([hostClass, requests]) => classBucket(settings, hostClass, requests, purpose)),
    ...[...costsByHost(costs)].flatMap(([host, requests]) => hostBuckets(settings, host, requests, purpose)),
  ];
}

function floorIn(purpose: RequestPurpose, capacity: number): number | null {
  const floor = floorOf(purpose, capacity);
  return Number.isFinite(floor) ? floor : null;
}

function classBucket(
  { hosts, classes }: StoreSettings,
  hostClass: HostClass,
  requests: number,
  purpose: RequestPurpose,
): readonly BucketRequest[] {
  const { capacity, perMinute } = hosts[hostOfClass[hostClass]];
  if (perMinute === "unlimited") return [];
  const { adaptive, capPerMinute: cap, startPerMinute: start } = classes[hostClass];
  const floor = floorIn(purpose, capacity);
  const bucket = { bucket: hostClass, requests, floor, capacity, start, cap, adaptive };
  if (isAwaited(purpose)) return [{ ...bucket, most: "none", bindsOnceLimited: true }];
  return [{ ...bucket, most: purpose === "on_credit" ? "none" : null }];
}

/** Hosts that every followed app needs daily: the sweep's, and Google Play's for own pages. */
const hostsReadDaily: ReadonlySet<StoreHost> = new Set([hostOfClass[sweepClass], hostOfClass.play_page]);

/**
 * Other requests of scheduled runs leave more room in the minute than the daily reads of their host, since they can
 * wait a day. Daily reads of a host without express shards leave less room than sweeps do.
 */
function purposeAt(host: StoreHost, purpose: RequestPurpose): RequestPurpose {
  if (purpose === "page" && hostsReadDaily.has(host)) return "identify";
  return purpose === "sweep" && host !== hostOfClass[sweepClass] ? "page" : purpose;
}

function hostBuckets(
  { hosts }: StoreSettings,
  host: StoreHost,
  requests: number,
  purpose: RequestPurpose,
): readonly BucketRequest[] {
  const { capacity, mostInAMinute, perMinute, usersPerDay } = hosts[host];
  if (perMinute === "unlimited") return [];
  const ofHost = { ...fixedBucket(host, perMinute, capacity), requests, floor: floorIn(purpose, capacity) };
  const own = { ...ofHost, ...roomOf(purposeAt(host, purpose), mostInAMinute) };
  if (!isAwaited(purpose)) return [own];
  const floorOnceSpent = floorOf("page", capacity);
  const share = shareBucket(usersPerDay);
  return [own, { ...share, bucket: usersBucket(host), requests, floor: null, most: "none", floorOnceSpent }];
}

export type BucketSettings = Pick<BucketRequest, "bucket" | "capacity" | "start" | "cap" | "adaptive">;

export function bucketsOfPlatform(settings: StoreSettings, platform: Platform): readonly BucketSettings[] {
  const classes = hostClasses.filter((hostClass) => platformOfHost[hostOfClass[hostClass]] === platform);
  const buckets = classes.flatMap((hostClass) => bucketsOf(settings, { [hostClass]: 1 }, "requested"));
  return [...new Map(buckets.map((bucket) => [bucket.bucket, bucket])).values()].map(
    ({ bucket, capacity, start, cap, adaptive }) => ({ bucket, capacity, start, cap, adaptive }),
  );
}

export function usersBucket(host: StoreHost): string {
  return `${host}:users`;
}

/** Half of a day's share may be saved up, and the other half comes back over the day. */
function shareBucket(perDay: number) {
  const { capacity, rate } = shareOfDay(perDay);
  return { capacity, start: rate * 60, cap: rate * 60, adaptive: false };
}

const DAY_SECONDS = 86_400;

/** Returns a bucket that grants `perDay` requests in any day: its capacity and a day's refill together. */
export function shareOfDay(perDay: number): Bucket {
  return { rate: perDay / 2 / DAY_SECONDS, capacity: perDay / 2 };
}

function fixedBucket(bucket: string, perMinute: number, capacity: number) {
  return { bucket, capacity, start: perMinute, cap: perMinute, adaptive: false };
}
