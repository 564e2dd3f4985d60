import type { StoreResponse } from "../store-route.ts";
import type { RateLimit } from "./rate-limit.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

export type LimitRejection = { readonly name: "rate_per_minute" | "rate_per_hour"; readonly response: StoreResponse };

export type LimitList = {
  set(limit: RateLimit): void;
  list(): readonly (RateLimit & { readonly forbiddenUntil: number | null })[];
  clear(): void;
};

/** Initially no host has a limit. No response names the limits. */
export function createLimitList(now: () => number): LimitList & {
  reject(host: string): LimitRejection | undefined;
} {
  const limits = new Map<string, { readonly limit: RateLimit; readonly limiter: RateLimiter }>();

  return {
    set(limit) {
      limits.set(limit.host, { limit, limiter: createRateLimiter(limit, now) });
    },
    list: () =>
      [...limits.values()].map(({ limit, limiter }) => ({ ...limit, forbiddenUntil: limiter.forbiddenUntil() })),
    clear: () => limits.clear(),
    reject(host) {
      const verdict = limits.get(host)?.limiter.take() ?? { outcome: "served" };
      if (verdict.outcome === "served") return undefined;
      if (verdict.outcome === "forbidden") return { name: "rate_per_hour", response: forbidden };
      return { name: "rate_per_minute", response: tooMany(host, verdict.retryAfterSeconds) };
    },
  };
}

const forbidden: StoreResponse = { status: 403, headers: {}, body: "" };

function tooMany(host: string, retryAfterSeconds: number): StoreResponse {
  return {
    status: 429,
    headers: { "content-type": "text/plain", "retry-after": String(retryAfterSeconds) },
    body: `Rate limit has been exceeded for: ${host.replaceAll(".", "-")}|general`,
  };
}
