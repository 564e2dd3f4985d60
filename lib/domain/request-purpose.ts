import {
  CHART_FLOOR,
  EXPRESS_FLOOR,
  ROOM_LEFT_BY_SWEEPS,
  ROTATION_FLOOR,
  SWEEP_FLOOR,
  SYNC_FLOOR,
} from "./call-limits.ts";
import { costEntries, costsByHost, hostOfClass, type RequestCosts, type StoreSettings } from "./store-hosts.ts";

/** What a request is for, which decides who gets tokens first. `owed`: it has been made already. */
export type RequestPurpose = "interactive" | "chart" | "express" | "sweep" | "page" | "rotation" | "owed";

/** Tokens that a request must find in each of its buckets: what can wait longer needs more. */
const floors = {
  interactive: 1,
  chart: CHART_FLOOR,
  express: EXPRESS_FLOOR,
  sweep: SWEEP_FLOOR,
  page: SYNC_FLOOR,
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
  return purpose === "interactive" || purpose === "owed";
}

/** Returns the most requests that a host may have had in the last minute with this one. */
function mostOf(purpose: RequestPurpose, mostInAMinute: number): number | "none" {
  if (isAwaited(purpose)) return "none";
  return purpose === "sweep" ? Math.max(1, mostInAMinute - ROOM_LEFT_BY_SWEEPS) : mostInAMinute;
}

/** A bucket that pays for requests. Rates are requests a minute. */
export type BucketRequest = {
  readonly bucket: string;
  readonly requests: number;
  /** Tokens that must be there, from 1; what is taken beyond them is on credit. null: all of it is. */
  readonly floor: number | null;
  readonly capacity: number;
  /** The most requests in any minute: null for those of its rate where that is learnt, "none" where a user waits. */
  readonly most: number | null | "none";
  readonly start: number;
  readonly cap: number;
  readonly adaptive: boolean;
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
      },
    ];
  });
  const ofHosts = [...costsByHost(costs)].flatMap(([host, requests]): readonly BucketRequest[] => {
    const { capacity, mostInAMinute, perMinute } = hosts[host];
    if (perMinute === "unlimited") return [];
    const most = mostOf(purpose, mostInAMinute);
    const rate = { start: perMinute, cap: perMinute, adaptive: false };
    return [{ bucket: host, requests, floor: floorIn(capacity), capacity, most, ...rate }];
  });
  return [...ofClasses, ...ofHosts];
}
