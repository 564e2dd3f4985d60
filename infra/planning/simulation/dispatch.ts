import { countries } from "../../../db/seeds/countries.ts";
import { busySeconds, busySecondsOf, planDispatch, type WaitingWork } from "../../../lib/domain/dispatch.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { HostClass } from "../../../lib/domain/store-hosts.ts";
import { reservedRates } from "../../../lib/sync/dispatch-syncs.ts";
import { shardToCome } from "../../../lib/sync/waiting-line.ts";
import { endInvocation, send } from "./consumers.ts";
import { expressWaits } from "./express-waits.ts";
import type { Entry } from "./line.ts";
import type { Invocation } from "./queues.ts";
import type { World } from "./world.ts";

/** lib/sync/dispatch-syncs.ts: sends what finds its tokens soon. */
export function dispatchSyncs(
  world: World,
  platform: Platform,
  { awaitedOnly = false }: { readonly awaitedOnly?: boolean } = {},
): void {
  const { buckets, events, settings, stores } = world;
  const { charts, line, sweep } = stores[platform];
  const now = events.time;
  world.activity.statements += world.input.assumed.dispatchStatements;
  const waiting = line.read(now, { awaitedOnly });
  if (waiting.every(({ isSent }) => isSent)) return;
  const soon = now + HAS_MORE_SECONDS;
  const has = { has_charts: charts.turns.hasDue(soon), has_sweep: sweep.turns.hasDue(soon) };
  const reserved = awaitedOnly ? {} : reservedRates(settings.paces, platform, has);
  const states = buckets.statesOf(platform, now);
  for (const { work, delaySeconds } of planDispatch(waiting, { settings: settings.stores, states, reserved }).sent) {
    work.isSent = true;
    work.readyAt = now + messageDelaySeconds(delaySeconds);
    send(world, {
      kind: work.queue,
      platform,
      at: work.readyAt,
      consume: (invocation) => take(world, work, invocation),
    });
  }
}

/** The charts and sweeps that are due so soon reserve their pace. */
const HAS_MORE_SECONDS = 300;

function take(world: World, entry: Entry, invocation: Invocation): void {
  // Another message has come first.
  if (entry.isGone) {
    endInvocation(world, invocation, { seconds: world.costs.statement, last: () => undefined });
    return;
  }
  world.stores[invocation.queue.platform].line.leave(entry);
  entry.consume(invocation);
}

/** Returns the seconds for which users keep the hosts of some classes from a purpose that comes after them. */
export function busyWithUsers(
  world: World,
  platform: Platform,
  { purpose, classes }: { readonly purpose: RequestPurpose; readonly classes: readonly HostClass[] },
): number {
  const { buckets, events, settings, stores } = world;
  const { express, line } = stores[platform];
  if (express.waiting.length === 0 && !line.hasAwaited()) return 0;
  const waiting = [...line.read(events.time, { awaitedOnly: true }), ...shardToComeOf(world, platform)];
  const states = buckets.statesOf(platform, events.time);
  return busySecondsOf(busySeconds(waiting, { settings: settings.stores, states }, purpose), classes);
}

function shardToComeOf(world: World, platform: Platform): readonly WaitingWork[] {
  const { express, line } = world.stores[platform];
  if (express.untried > 0) return [];
  const runs = line.read(world.events.time, { awaitedOnly: true }).flatMap(({ run }) => run ?? []);
  const waits = expressWaits(world, platform);
  const shard = {
    batches: [],
    has_express_apps: waits !== null,
    express_rest_seconds: waits ?? 0,
    express_gathering_seconds: 0,
    runs,
  };
  return shardToCome(shard, { countries, platform });
}
