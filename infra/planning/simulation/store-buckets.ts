import { secondsUntilTokens } from "../../../lib/domain/call-limits.ts";
import type { BucketState } from "../../../lib/domain/dispatch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import {
  type BucketRequest,
  type BucketSettings,
  bucketsOf,
  bucketsOfPlatform,
  type RequestPurpose,
} from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts, StoreSettings } from "../../../lib/domain/store-hosts.ts";
import { perPlatform } from "../pipeline-settings.ts";

/** The rows of store_budgets; `now` never goes back. */
export type StoreBuckets = {
  /** By the rule of take_tokens: from all buckets or from none. Returns 0, or the seconds to wait before the next try. */
  take(costs: RequestCosts, purpose: RequestPurpose, now: number): number;
  /** By the rule of `bucketStates`. */
  statesOf(platform: Platform, now: number): readonly BucketState[];
};

type Row = { tokens: number; refilledAt: number; grantedAt: number[] };
type Found = { readonly request: BucketRequest; readonly row: Row; readonly tokens: number };

const MINUTE_SECONDS = 60;

export function createStoreBuckets(settings: StoreSettings): StoreBuckets {
  const rows = new Map<string, Row>();
  const buckets = perPlatform((platform) => bucketsOfPlatform(settings, platform));

  function find({ bucket, capacity, ...request }: BucketSettings, now: number): Omit<Found, "request"> {
    const row = rows.get(bucket) ?? { tokens: capacity, refilledAt: now, grantedAt: [] };
    rows.set(bucket, row);
    while ((row.grantedAt[0] ?? now) <= now - MINUTE_SECONDS) row.grantedAt.shift();
    return { row, tokens: Math.min(capacity, row.tokens + (now - row.refilledAt) * rateOf(request)) };
  }

  return {
    take(costs, purpose, now) {
      const found = bucketsOf(settings, costs, purpose).map((request) => ({ request, ...find(request, now) }));
      const floorOnceSpent = Math.max(...found.map(({ request, tokens }) => onceSpent(request, tokens)));
      const waits = found.map(({ request, row, tokens }) => {
        const needed = floorOf(request, tokens, floorOnceSpent);
        return Math.max(
          secondsUntilTokens(needed, { tokens, rate: rateOf(request) }),
          secondsToRoom(request, row, now),
        );
      });
      const waitSeconds = Math.max(0, ...waits);
      if (waitSeconds > 0) return waitSeconds;
      for (const { request, row, tokens } of found) {
        row.tokens = tokens - request.requests;
        row.refilledAt = now;
        row.grantedAt.push(...Array.from({ length: request.requests }, () => now));
      }
      return 0;
    },

    statesOf: (platform, now) =>
      buckets[platform].map((bucket) => {
        const { row, tokens } = find(bucket, now);
        const grantedSecondsAgo = row.grantedAt.map((at) => now - at);
        return { bucket: bucket.bucket, tokens, rate: rateOf(bucket), ...NEVER_LIMITED, grantedSecondsAgo };
      }),
  };
}

/** The simulated stores limit no request. */
const NEVER_LIMITED = { blockedSeconds: 0, isLimited: false };

function onceSpent({ floorOnceSpent, requests }: BucketRequest, tokens: number): number {
  return floorOnceSpent !== undefined && tokens < requests ? floorOnceSpent : Number.NEGATIVE_INFINITY;
}

/** Classes that bind once they are limited bind only those whose share of the day is used up. */
function floorOf({ bindsOnceLimited, floor }: BucketRequest, tokens: number, floorOnceSpent: number): number {
  if (floor === null) return tokens;
  if (Number.isFinite(floorOnceSpent)) return Math.max(floor, floorOnceSpent);
  return bindsOnceLimited === true ? tokens : floor;
}

function secondsToRoom(request: BucketRequest, { grantedAt: granted }: Row, now: number): number {
  const { requests, windowSeconds = MINUTE_SECONDS } = request;
  const most = request.most ?? (request.adaptive ? rateOf(request) * MINUTE_SECONDS : "none");
  if (most === "none" || granted.length === 0) return 0;
  const grantedAt = granted.filter((at) => at > now - windowSeconds);
  const count = grantedAt.length;
  const needed = Math.min(requests, Math.max(1, Math.floor(most / 2)));
  if (count === 0 || count + needed <= most) return 0;
  const oldest = grantedAt[Math.min(count, Math.ceil(count + needed - most)) - 1] ?? now;
  return Math.ceil(oldest + windowSeconds - now);
}

/** The simulated stores bear what the caps allow, so that every class has learnt its cap. Tokens a second. */
function rateOf({ adaptive, cap, start }: Pick<BucketSettings, "adaptive" | "cap" | "start">): number {
  return (adaptive ? cap : start) / MINUTE_SECONDS;
}
