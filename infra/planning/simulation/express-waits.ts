import type { Platform } from "../../../lib/domain/platform.ts";
import { UNHURRIED_EXPRESS } from "../../../lib/domain/storefront-sweep.ts";
import { isScheduled } from "./run-state.ts";
import type { World } from "./world.ts";

/** Returns the seconds until an express shard may be planned; null where no app waits for one. */
export function expressWaits({ events, settings, stores }: World, platform: Platform): number | null {
  const { restsUntil, waiting } = stores[platform].express;
  if (waiting.length === 0) return null;
  const isFull = waiting.length >= UNHURRIED_EXPRESS.apps;
  const dueAt = waiting.map(
    ({ run, since }) =>
      since + (isFull || !isScheduled(run) ? settings.sweep.expressSeconds : UNHURRIED_EXPRESS.seconds),
  );
  return Math.max(0, restsUntil - events.time, Math.min(...dueAt) - events.time);
}
