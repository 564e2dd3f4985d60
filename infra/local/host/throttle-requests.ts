import type { Throttle, Throttles } from "./model.ts";

export const unthrottled: Throttles = { ofStage: undefined, ofRoutes: new Map() };

/**
 * Returns a function that takes a token for a request of a route, and returns whether there was one. Routes with settings
 * of their own have a bucket each; the others share that of the stage.
 */
export function throttleRequests({ ofStage, ofRoutes }: Throttles, nowMs: () => number): (routeKey: string) => boolean {
  const takeOfStage = ofStage && createBucket(ofStage, nowMs);
  const own = new Map([...ofRoutes].map(([routeKey, throttle]) => [routeKey, createBucket(throttle, nowMs)]));
  return (routeKey) => (own.get(routeKey) ?? takeOfStage)?.() ?? true;
}

function createBucket({ perSecond, burst }: Throttle, nowMs: () => number): () => boolean {
  let tokens = burst;
  let refilledAt = nowMs();
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1_000) * perSecond);
    refilledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
