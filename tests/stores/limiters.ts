import { seededRandom } from "../../infra/planning/simulation/random.ts";

/** How a store limits requests: undefined for one that it serves, else the Retry-After in seconds; null for none. */
export type Limiter = (nowSeconds: number) => number | null | undefined;

export const noLimit: Limiter = () => undefined;

/** So many requests in any minute; above them 429 for half a minute, which it states. */
export function perMinute(most: number): Limiter {
  const countSince = createCounter(60);
  let rejectsUntil = 0;
  return (now) => {
    if (now < rejectsUntil) return rejectsUntil - now;
    if (countSince(now) <= most) return undefined;
    rejectsUntil = now + 30;
    return 30;
  };
}

/** So many requests in an hour, and then 403 for half an hour, longer for a client that goes on. */
export function perHour(most: number): Limiter {
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

/** A store that rejects every request for some time, and has no limit before and after it. */
export function outage(fromSeconds: number, untilSeconds: number): Limiter {
  return (now) => (now >= fromSeconds && now < untilSeconds ? null : undefined);
}

/** A store without a limit that rejects a share of requests for other reasons. */
export function atRandom(share: number): Limiter {
  const random = seededRandom(1);
  return () => (random() < share ? null : undefined);
}

/** The same, where some of these responses state a wait of up to more than an hour. */
export function atRandomWithWaits(share: number): Limiter {
  const random = seededRandom(2);
  const rejected = () => (random() < 0.3 ? random() * 4_000 : null);
  return () => (random() < share ? rejected() : undefined);
}

/** Returns a function that counts a request and returns how many there were in the last seconds. */
function createCounter(seconds: number): (now: number) => number {
  const sentAt: number[] = [];
  return (now) => {
    sentAt.push(now);
    while ((sentAt[0] ?? now) <= now - seconds) sentAt.shift();
    return sentAt.length;
  };
}
