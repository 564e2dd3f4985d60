import { describe, expect, it } from "vitest";

import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { afterResponse, afterThrottle, grantedRate, isClosed, unlearntRate } from "../../lib/domain/adaptive-rate.ts";
import type { ClassSettings } from "../../lib/domain/store-hosts.ts";

const DAYS = 3;
const DAY_SECONDS = 86_400;
const CAPACITY = 60;
const settings: ClassSettings = { startPerMinute: 20, capPerMinute: 60, adaptive: true };

/** Returns undefined for a response, or the Retry-After of one that limits requests; null for none. */
type Limiter = (now: number) => number | null | undefined;

/** Returns a function that counts a request and returns how many there were in the last seconds. */
function createCounter(seconds: number): (now: number) => number {
  const sentAt: number[] = [];
  return (now) => {
    sentAt.push(now);
    while ((sentAt[0] ?? now) <= now - seconds) sentAt.shift();
    return sentAt.length;
  };
}

/** So many requests in any minute; above them 429 for half a minute. */
function perMinute(most: number): Limiter {
  const countSince = createCounter(60);
  let rejectsUntil = 0;
  return (now) => {
    if (now < rejectsUntil) return rejectsUntil - now;
    if (countSince(now) <= most) return undefined;
    rejectsUntil = now + 30;
    return 30;
  };
}

/** So many requests in an hour, and then 403 for half an hour, longer for whoever goes on. */
function perHour(most: number): Limiter {
  let countSince = createCounter(3_600);
  let rejectsUntil = 0;
  return (now) => {
    if (now < rejectsUntil) {
      rejectsUntil = Math.max(rejectsUntil, now + 300);
      return null;
    }
    if (countSince(now) <= most) return undefined;
    rejectsUntil = now + 1_800;
    countSince = createCounter(3_600);
    return null;
  };
}

function atRandom(share: number): Limiter {
  const random = seededRandom(1);
  return () => (random() < share ? null : undefined);
}

/** Returns whether the last minute has had fewer than `most`; drops what was before it. */
function hasRoom(grantedAt: number[], now: number, most: number): boolean {
  while ((grantedAt[0] ?? now) <= now - 60) grantedAt.shift();
  return grantedAt.length + 1 <= most;
}

/** Sends as many requests as the class is granted, for days; in any minute no more than its rate. */
function simulate(limiter: Limiter) {
  let learnt = unlearntRate(0);
  let tokens = CAPACITY;
  let refilledAt = 0;
  const sent = { served: 0, throttled: 0 };
  const grantedAt: number[] = [];
  for (let now = 0; now < DAYS * DAY_SECONDS; now += 1) {
    if (isClosed(learnt, now)) continue;
    tokens = Math.min(CAPACITY, tokens + (Math.max(0, now - refilledAt) * grantedRate(learnt, settings)) / 60);
    refilledAt = now;
    while (tokens >= 1 && !isClosed(learnt, now) && hasRoom(grantedAt, now, grantedRate(learnt, settings))) {
      tokens -= 1;
      grantedAt.push(now);
      learnt = { ...learnt, windowRequests: learnt.windowRequests + 1 };
      const retryAfterSeconds = limiter(now);
      if (retryAfterSeconds === undefined) {
        learnt = afterResponse(learnt, settings, now);
        sent.served += 1;
        continue;
      }
      learnt = afterThrottle(learnt, settings, { now, retryAfterSeconds });
      sent.throttled += 1;
      tokens = Math.min(tokens, 0);
      refilledAt = learnt.closedUntil ?? now;
    }
  }
  return { perMinute: sent.served / DAYS / 1_440, throttledPerDay: sent.throttled / DAYS };
}

describe("a class whose store has a limit that nobody knows", () => {
  it.each([
    ["20 a minute", perMinute(20), { perMinute: 18, throttledPerDay: 2 }],
    ["40 a minute", perMinute(40), { perMinute: 35, throttledPerDay: 2 }],
    ["12 a minute, below its start", perMinute(12), { perMinute: 11, throttledPerDay: 4 }],
    ["1,500 an hour, then half an hour of 403", perHour(1_500), { perMinute: 17, throttledPerDay: 6 }],
    ["none", () => undefined, { perMinute: 57, throttledPerDay: 0 }],
    ["none, and 0.2 % of 403 for other reasons", atRandom(0.002), { perMinute: 8, throttledPerDay: 40 }],
    ["none, and 1 % of 403 for other reasons", atRandom(0.01), { perMinute: 3.5, throttledPerDay: 80 }],
  ] as const)("of %s gets near it, and is rarely throttled", (_limit, limiter, bounds) => {
    const { perMinute: served, throttledPerDay } = simulate(limiter);

    expect(served).toBeGreaterThanOrEqual(bounds.perMinute);
    expect(throttledPerDay).toBeLessThanOrEqual(bounds.throttledPerDay);
  });
});
