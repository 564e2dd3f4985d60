import type { RequestKind, StoreResponse } from "../store-route.ts";
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
  reject(host: string, kind: RequestKind): LimitRejection | undefined;
} {
  const limits = new Map<string, { readonly limit: RateLimit; readonly limiter: RateLimiter }>();

  return {
    set(limit) {
      limits.set([limit.host, ...(limit.kinds ?? [])].join(), { limit, limiter: createRateLimiter(limit, now) });
    },
    list: () =>
      [...limits.values()].map(({ limit, limiter }) => ({ ...limit, forbiddenUntil: limiter.forbiddenUntil() })),
    clear: () => limits.clear(),
    reject(host, kind) {
      for (const { limit, limiter } of limits.values()) {
        if (limit.host !== host || limit.kinds?.includes(kind) === false) continue;
        const verdict = limiter.take();
        if (verdict.outcome === "forbidden") return { name: "rate_per_hour", response: forbidden };
        if (verdict.outcome === "too_many") {
          return { name: "rate_per_minute", response: tooMany(host, verdict.retryAfterSeconds) };
        }
      }
      return undefined;
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
