import { type BucketState, secondsUntilTaken } from "../../../lib/domain/dispatch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import {
  type BucketSettings,
  bucketsOf,
  bucketsOfPlatform,
  type RequestPurpose,
} from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts, StoreSettings } from "../../../lib/domain/store-hosts.ts";
import { perPlatform } from "../pipeline-settings.ts";

const MINUTE_SECONDS = 60;

/** Returns the rows of store_budgets; `now` is in seconds and never goes back. The stores accept up to the caps. */
export function createBuckets(settings: StoreSettings) {
  const rows = new Map<string, { tokens: number; refilledAt: number; grantedAt: number[] }>();
  const buckets = perPlatform((platform) => bucketsOfPlatform(settings, platform));

  function stateOf({ adaptive, bucket, cap, capacity, start }: BucketSettings, now: number): BucketState {
    const rate = (adaptive ? cap : start) / MINUTE_SECONDS;
    const row = rows.get(bucket) ?? { tokens: capacity, refilledAt: now, grantedAt: [] };
    row.tokens = Math.min(capacity, row.tokens + (now - row.refilledAt) * rate);
    row.refilledAt = now;
    while ((row.grantedAt[0] ?? now) <= now - MINUTE_SECONDS) row.grantedAt.shift();
    rows.set(bucket, row);
    const grantedSecondsAgo = row.grantedAt.map((at) => now - at);
    return { bucket, tokens: row.tokens, rate, blockedSeconds: 0, isLimited: false, grantedSecondsAgo };
  }

  return {
    /** Takes from all buckets or from none. Returns 0, or the seconds to wait before the next try. */
    take(costs: RequestCosts, purpose: RequestPurpose, now: number): number {
      const requests = bucketsOf(settings, costs, purpose);
      const states = requests.map((request) => stateOf(request, now));
      const waitSeconds = secondsUntilTaken({ costs, purpose }, { settings, states });
      if (waitSeconds > 0) return waitSeconds;
      for (const { bucket, requests: count } of requests) {
        const row = rows.get(bucket);
        if (row !== undefined) row.tokens -= count;
        row?.grantedAt.push(...Array.from({ length: count }, () => now));
      }
      return 0;
    },
    statesOf: (platform: Platform, now: number) => buckets[platform].map((bucket) => stateOf(bucket, now)),
  };
}
