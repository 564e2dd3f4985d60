import { secondsUntilTokens } from "../../../lib/domain/call-limits.ts";
import { type BucketRequest, bucketsOf, type RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts, StoreSettings } from "../../../lib/domain/store-hosts.ts";

/** The rows of store_budgets; `now` never goes back. */
export type StoreBuckets = {
  /** By the rule of take_tokens: from all buckets or from none. Returns 0, or the seconds to wait before the next try. */
  take(costs: RequestCosts, purpose: RequestPurpose, now: number): number;
};

type Row = { tokens: number; refilledAt: number; grantedAt: number[] };
type Found = { readonly request: BucketRequest; readonly row: Row; readonly tokens: number; readonly rate: number };

const MINUTE_SECONDS = 60;

export function createStoreBuckets(settings: StoreSettings): StoreBuckets {
  const rows = new Map<string, Row>();
  /** The batches of whole syncs cost the same each time. */
  const known = new WeakMap<RequestCosts, Map<RequestPurpose, readonly BucketRequest[]>>();

  function requestsOf(costs: RequestCosts, purpose: RequestPurpose): readonly BucketRequest[] {
    const byPurpose = known.get(costs) ?? new Map<RequestPurpose, readonly BucketRequest[]>();
    known.set(costs, byPurpose);
    const requests = byPurpose.get(purpose) ?? bucketsOf(settings, costs, purpose);
    byPurpose.set(purpose, requests);
    return requests;
  }

  function find(request: BucketRequest, now: number): Found {
    const { bucket, capacity } = request;
    const row = rows.get(bucket) ?? { tokens: capacity, refilledAt: now, grantedAt: [] };
    rows.set(bucket, row);
    while ((row.grantedAt[0] ?? now) <= now - MINUTE_SECONDS) row.grantedAt.shift();
    const rate = rateOf(request);
    return { request, row, rate, tokens: Math.min(capacity, row.tokens + (now - row.refilledAt) * rate) };
  }

  return {
    take(costs, purpose, now) {
      const found = requestsOf(costs, purpose).map((request) => find(request, now));
      const waits = found.map(({ request, row, rate, tokens }) =>
        Math.max(secondsUntilTokens(floorOf(request) ?? tokens, { tokens, rate }), secondsToRoom(request, row, now)),
      );
      const waitSeconds = Math.max(0, ...waits);
      if (waitSeconds > 0) return waitSeconds;
      for (const { request, row, tokens } of found) {
        row.tokens = tokens - request.requests;
        row.refilledAt = now;
        row.grantedAt.push(...Array.from({ length: request.requests }, () => now));
      }
      return 0;
    },
  };
}

/** The simulated stores limit no request, so that classes that bind once they do never bind. */
function floorOf({ bindsOnceLimited, floor }: BucketRequest): number | null {
  return bindsOnceLimited === true ? null : floor;
}

function secondsToRoom(request: BucketRequest, row: Row, now: number): number {
  const { requests, windowSeconds = MINUTE_SECONDS } = request;
  const grantedAt = row.grantedAt.filter((at) => at > now - windowSeconds);
  const most = request.most ?? (request.adaptive ? rateOf(request) * MINUTE_SECONDS : "none");
  const count = grantedAt.length;
  if (most === "none" || count === 0) return 0;
  const needed = Math.min(requests, Math.max(1, Math.floor(most / 2)));
  if (count + needed <= most) return 0;
  const oldest = grantedAt[Math.min(count, Math.ceil(count + needed - most)) - 1] ?? now;
  return Math.ceil(oldest + windowSeconds - now);
}

/** The simulated stores bear what the caps allow, so that every class has learnt its cap. Tokens a second. */
function rateOf({ adaptive, cap, start }: BucketRequest): number {
  return (adaptive ? cap : start) / 60;
}
