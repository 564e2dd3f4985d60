import type { Throttle, Throttles } from "./model.ts";

export const unthrottled: Throttles = { ofStage: undefined, ofRoutes: new Map() };

/** Routes with their own settings have a bucket each, and the others share the bucket of the stage. */
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
