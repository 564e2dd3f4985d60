import { describe, expect, it } from "vitest";

import { seededRandom } from "../../infra/planning/simulation/random.ts";
import {
  afterResponse,
  afterThrottle,
  CEILING_SECONDS,
  grantedRate,
  type LearntRate,
  unlearntRate,
  WINDOW_SECONDS,
} from "../../lib/domain/adaptive-rate.ts";
import type { ClassSettings } from "../../lib/domain/store-hosts.ts";
import { byRun } from "../support/by-run.ts";

const settings: ClassSettings = { startPerMinute: 20, capPerMinute: 60, adaptive: true };
const throttled = (learnt: LearntRate, now: number, retryAfterSeconds: number | null = null) =>
  afterThrottle(learnt, settings, { now, retryAfterSeconds });
/** Ten minutes without a throttled response, of which so many requests have been made. */
const window = (learnt: LearntRate, now: number, windowRequests: number) =>
  afterResponse({ ...learnt, windowRequests }, settings, now);

describe("a class that a store throttles", () => {
  it("is closed for a minute, then for twice as long each time, and for half an hour at most", () => {
    const seconds: number[] = [];
    let learnt = unlearntRate(0);
    let now = 0;
    for (let time = 0; time < 8; time += 1) {
      learnt = throttled(learnt, now);
      seconds.push((learnt.closedUntil ?? 0) - now);
      now = learnt.closedUntil ?? 0;
    }
    expect(seconds).toEqual([60, 120, 240, 480, 960, 1_800, 1_800, 1_800]);
  });

  it("is closed for the store's Retry-After where that is longer, and for half an hour at most", () => {
    expect(throttled(unlearntRate(0), 0, 30).closedUntil).toBe(60);
    expect(throttled(unlearntRate(0), 0, 300).closedUntil).toBe(300);
    expect(throttled(unlearntRate(0), 0, 86_400).closedUntil).toBe(1_800);
  });

  it("counts the responses to requests that were under way together as one", () => {
    const once = throttled(unlearntRate(0), 0);
    const burst = throttled(throttled(once, 1, 90), 5);
    expect(burst).toEqual({ ...once, closedUntil: 91 });
  });

  it("begins with a minute again once the store has responded", () => {
    const reopened = afterResponse(throttled(unlearntRate(0), 0), settings, 61);
    expect(throttled(reopened, 62).closedUntil).toBe(122);
  });

  it("keeps its rate after one response, and gets less after a second within ten minutes", () => {
    const once = throttled(unlearntRate(0), 0);
    expect(grantedRate(once, settings)).toBe(20);
    expect(grantedRate(throttled(once, WINDOW_SECONDS), settings)).toBe(20);

    const twice = throttled(once, 61);
    expect(grantedRate(twice, settings)).toBe(14);
    expect(twice).toMatchObject({ ceiling: 18, ceilingUntil: 61 + CEILING_SECONDS });
  });

  it("gets less at once where the store states a wait, and no less for another one within ten minutes", () => {
    const once = throttled(unlearntRate(0), 0, 30);
    expect(grantedRate(once, settings)).toBe(14);
    expect(once).toMatchObject({ ceiling: 18, ceilingUntil: CEILING_SECONDS });
    expect(grantedRate(throttled(once, 61, 30), settings)).toBe(14);
    expect(grantedRate(throttled(once, WINDOW_SECONDS, 30), settings)).toBeCloseTo(9.8);
  });

  it("gets less once in ten minutes", () => {
    const thrice = throttled(throttled(throttled(unlearntRate(0), 0), 61), 190);
    expect(grantedRate(thrice, settings)).toBe(14);
    expect(grantedRate(throttled(thrice, 661), settings)).toBeCloseTo(9.8);
  });

  it("keeps four requests a minute, or what it starts with if that is less", () => {
    const cut = (start: number) => {
      const low = { ...settings, startPerMinute: start };
      const options = { retryAfterSeconds: null };
      const twice = afterThrottle(afterThrottle(unlearntRate(0), low, { now: 0, ...options }), low, {
        now: 61,
        ...options,
      });
      return grantedRate(twice, low);
    };
    expect([cut(5), cut(4), cut(2)]).toEqual([4, 4, 2]);
  });
});

describe("a class that a store serves", () => {
  it("gets one more a minute after ten minutes in which it used four fifths of its rate", () => {
    expect(grantedRate(window(unlearntRate(0), 600, 160), settings)).toBe(21);
    expect(grantedRate(window(unlearntRate(0), 600, 159), settings)).toBe(20);
    expect(grantedRate(window(unlearntRate(0), 599, 160), settings)).toBe(20);
    expect(grantedRate(window(unlearntRate(0), 6_000, 160), settings)).toBe(20);
  });

  it("grows up to its cap", () => {
    const near = { ...unlearntRate(0), rate: 59.5 };
    expect(grantedRate(window(near, 600, 1_000), settings)).toBe(60);
    expect(grantedRate({ rate: 80 }, settings)).toBe(60);
  });

  it("remembers for a day which rate was too much", () => {
    const cut = throttled(throttled(unlearntRate(0), 0), 61);
    const at = (now: number) =>
      grantedRate(window({ ...cut, rate: 17.5, windowStartedAt: now - 600 }, now, 600), settings);
    expect(at(CEILING_SECONDS)).toBe(18);
    expect(at(CEILING_SECONDS + 61)).toBe(18.5);
  });

  it("stays at its start where it does not adapt", () => {
    const pinned = { ...settings, adaptive: false };
    const once = afterThrottle(unlearntRate(0), pinned, { now: 0, retryAfterSeconds: null });
    const twice = afterThrottle(once, pinned, { now: 61, retryAfterSeconds: null });
    expect(twice).toMatchObject({ rate: null, ceiling: null, closedUntil: 181 });
    expect(afterResponse({ ...twice, windowRequests: 1_000 }, pinned, 3_000).rate).toBeNull();
    expect(grantedRate({ rate: 7 }, pinned)).toBe(20);
  });
});

const seeds = byRun({ usual: [1, 2, 3], long: Array.from({ length: 50 }, (_, index) => index + 1) });

function reportAnything(learnt: LearntRate, now: number, random: () => number): LearntRate {
  const counted = { ...learnt, windowRequests: learnt.windowRequests + Math.floor(random() * 40) };
  if (random() < 0.9) return afterResponse(counted, settings, now);
  return throttled(counted, now, random() < 0.3 ? random() * 4_000 : null);
}

function mostRate({ ceiling, ceilingUntil }: LearntRate, now: number): number {
  return (ceilingUntil ?? 0) > now ? (ceiling ?? 0) : settings.capPerMinute;
}

describe("whatever reporters see, in any order,", () => {
  it.each(seeds)("the rate stays between its floor and its cap, and is cut at most once a window (seed %i)", (seed) => {
    const random = seededRandom(seed);
    let learnt = unlearntRate(0);
    let now = 0;
    let lastCutAt = Number.NEGATIVE_INFINITY;
    let cuts = 0;
    for (let report = 0; report < 5_000; report += 1) {
      now += random() < 0.9 ? random() * 20 : random() * 2_000;
      const before = grantedRate(learnt, settings);
      learnt = reportAnything(learnt, now, random);

      const rate = grantedRate(learnt, settings);
      expect(rate).toBeGreaterThanOrEqual(4);
      expect(rate).toBeLessThanOrEqual(60);
      expect(rate).toBeLessThanOrEqual(mostRate(learnt, now));
      expect((learnt.closedUntil ?? 0) - now).toBeLessThan(1_800.01);
      if (rate >= before) continue;
      expect(now - lastCutAt).toBeGreaterThanOrEqual(WINDOW_SECONDS);
      lastCutAt = now;
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(0);
  });
});
