import type { Platform } from "../../../lib/domain/platform.ts";
import { storefrontAppsCosts } from "../../../lib/domain/request-costs.ts";
import { expressRestSeconds, isSwept, sweepRules } from "../../../lib/domain/storefront-sweep.ts";
import { expressBatches } from "../read-costs.ts";
import { dayAt, type FetchKind, sendFetch } from "./run-fetch.ts";
import type { World } from "./world.ts";

/** The rule of plan_express_shard. */
const SWEEP_DELAY_SHARE = 0.5;

const expressKind: FetchKind = {
  queue: "tracked",
  purpose: "express",
  rules: sweepRules,
  costsOf: () => storefrontAppsCosts,
  writes: 1,
  items: 1,
  onStored: () => undefined,
  onLost: () => undefined,
};

/**
 * The rules of db/queries/express-shards.ts, but that no run waits for its batches. An app waits for the next shard,
 * which is made some time later, or when the one before it has had its turns and the sweep its own.
 */
export function joinExpress(world: World, platform: Platform): void {
  const { events, express, settings } = world;
  if (!isSwept(platform, settings.sweep)) return;
  const shards = express[platform];
  shards.waiting += 1;
  if (shards.isPlanned) return;
  shards.isPlanned = true;
  events.plan(Math.max(events.time + settings.sweep.expressSeconds, shards.busyUntil), () =>
    sendShard(world, platform),
  );
}

function sendShard(world: World, platform: Platform): void {
  const { events, express, settings, sweeps } = world;
  const { appsPerRequest, batchesPerMinute } = settings.sweep;
  const shards = express[platform];
  const gap = 60 / batchesPerMinute;
  const batches = expressBatches(platform);
  for (let index = 0; index < batches; index += 1) {
    sendFetch(world, expressKind, { platform, day: dayAt(events.time), index, at: events.time + index * gap });
  }
  const turnSeconds = batches * gap;
  shards.busyUntil = events.time + turnSeconds + expressRestSeconds(turnSeconds);
  sweeps[platform].turns.hold(turnSeconds * SWEEP_DELAY_SHARE, events.time);
  shards.waiting = Math.max(0, shards.waiting - appsPerRequest);
  shards.isPlanned = shards.waiting > 0;
  if (shards.isPlanned) events.plan(shards.busyUntil, () => sendShard(world, platform));
}
