import {
  type Bucket,
  CHART_FLOOR,
  EXPRESS_FLOOR,
  ROOM_LEFT_BY_SWEEPS,
  ROTATION_FLOOR,
  SWEEP_FLOOR,
  SYNC_FLOOR,
} from "./call-limits.ts";
import type { Platform } from "./platform.ts";
import { costEntries, costsByHost, hostOfClass, type RequestCosts, type StoreSettings } from "./store-hosts.ts";

/**
 * What a request is for, which decides who gets tokens first. `live`: a client waits for the response. `owed`: it has been
 * made already.
 */
export type RequestPurpose =
  | "live"
  | "interactive"
  | "chart"
  | "express"
  | "sweep"
  | "page"
  | "identify"
  | "rotation"
  | "owed";

/** Tokens that a request must find in each of its buckets: what can wait longer needs more. */
const floors = {
  live: 1,
  interactive: 1,
  chart: CHART_FLOOR,
  express: EXPRESS_FLOOR,
  sweep: SWEEP_FLOOR,
  page: SYNC_FLOOR,
  identify: SYNC_FLOOR,
  rotation: ROTATION_FLOOR,
  owed: Number.NEGATIVE_INFINITY,
} as const satisfies Record<RequestPurpose, number>;

/** Of each bucket: what sweeps, and all that comes after them, leave for who is in a hurry. */
const RESERVED_SHARE = 0.1;

/** Returns the tokens that a request must find; -Infinity when it has been made already. */
export function floorOf(purpose: RequestPurpose, capacity: number): number {
  const floor = floors[purpose];
  const reserve = Math.max(0, RESERVED_SHARE * capacity + 1 - SWEEP_FLOOR);
  return floor < SWEEP_FLOOR ? floor : floor + reserve;
}

function isAwaited(purpose: RequestPurpose): boolean {
  return purpose === "live" || purpose === "interactive" || purpose === "owed";
}

/** What a host may get at once of what is saved up for it, while clients wait. */
export const BURST = { requests: 20, seconds: 10 };

type Room = Pick<BucketRequest, "most" | "windowSeconds">;

/** Returns the most requests that a host may have had in the last seconds with this one. */
function roomOf(purpose: RequestPurpose, mostInAMinute: number): Room {
  if (purpose === "live") return { most: BURST.requests, windowSeconds: BURST.seconds };
  if (isAwaited(purpose)) return { most: "none" };
  const leavesRoom = purpose === "sweep" || purpose === "identify";
  return { most: leavesRoom ? Math.max(1, mostInAMinute - ROOM_LEFT_BY_SWEEPS) : mostInAMinute };
}

/** A bucket that pays for requests. Rates are requests a minute. */
export type BucketRequest = {
  readonly bucket: string;
  readonly requests: number;
  /** Tokens that must be there, from 1; what is taken beyond them is on credit. null: all of it is. */
  readonly floor: number | null;
  readonly capacity: number;
  /** The most requests in any window: null for those of its rate where that is learnt, "none" for any number. */
  readonly most: number | null | "none";
  /** At most a minute, the default: when older requests were granted is not kept. */
  readonly windowSeconds?: number;
  readonly start: number;
  readonly cap: number;
  readonly adaptive: boolean;
  /** Whether the tokens count only once the store has limited the requests of the class. Until then its host's do. */
  readonly bindsOnceLimited?: true;
};

/** Returns the buckets that pay: those of the classes and of their hosts. A host that bears any rate has none. */
export function bucketsOf(
  { hosts, classes }: StoreSettings,
  costs: RequestCosts,
  purpose: RequestPurpose,
): readonly BucketRequest[] {
  const floorIn = (capacity: number) => {
    const floor = floorOf(purpose, capacity);
    return Number.isFinite(floor) ? floor : null;
  };
  const ofClasses = costEntries(costs).flatMap(([hostClass, requests]): readonly BucketRequest[] => {
    const { capacity, perMinute } = hosts[hostOfClass[hostClass]];
    if (perMinute === "unlimited") return [];
    const { adaptive, capPerMinute: cap, startPerMinute: start } = classes[hostClass];
    return [
      {
        bucket: hostClass,
        requests,
        floor: floorIn(capacity),
        capacity,
        most: isAwaited(purpose) ? "none" : null,
        start,
        cap,
        adaptive,
        ...(purpose === "live" && { bindsOnceLimited: true }),
      },
    ];
  });
  const ofHosts = [...costsByHost(costs)].flatMap(([host, requests]): readonly BucketRequest[] => {
    const { capacity, mostInAMinute, perMinute } = hosts[host];
    if (perMinute === "unlimited") return [];
    const room = roomOf(purpose, mostInAMinute);
    return [{ ...fixedBucket(host, perMinute, capacity), requests, floor: floorIn(capacity), ...room }];
  });
  return [...ofClasses, ...ofHosts];
}

/** Returns the bucket of what all live requests to a store share. */
export function liveBucket(platform: Platform, { capacity, rate }: Bucket, requests: number): BucketRequest {
  return { ...fixedBucket(`${platform}:users`, rate * 60, capacity), requests, floor: requests, most: "none" };
}

function fixedBucket(bucket: string, perMinute: number, capacity: number) {
  return { bucket, capacity, start: perMinute, cap: perMinute, adaptive: false };
}
