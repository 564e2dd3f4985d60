import { spreadWait } from "../../../lib/domain/call-limits.ts";
import { DELAY_SECONDS_MAX } from "../../../lib/domain/message-delay.ts";
import { type FetchRules, retryDelaySeconds } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import type { Batch } from "../sync-shape.ts";
import { callStore, endInvocation, queueOf, send } from "./work-queues.ts";
import type { QueueKind, WorkQueue, World } from "./world.ts";

const DAY_SECONDS = 86_400;

/** A kind of paced fetch: the rules of lib/fetches/paced-fetch.ts. */
export type FetchKind = {
  readonly queue: QueueKind;
  readonly purpose: RequestPurpose;
  readonly rules: FetchRules;
  costsOf(world: World, platform: Platform, fetch: Fetch): RequestCosts;
  /** Writes as large as that of a batch of items. */
  readonly writes: number;
  readonly items: number;
  onStored(world: World, platform: Platform, fetch: Fetch): void;
  /** It comes after its day, or has failed too often. */
  onLost(world: World, platform: Platform, fetch: Fetch, how: "missed" | "failed"): void;
};

/** A fetch by its number among those of a day. */
export type Fetch = { readonly index: number; readonly day: number };

type Attempt = Fetch & { readonly attempts: number };
type Invocation = Attempt & { readonly queue: WorkQueue; readonly startedAt: number };

export function dayAt(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

export function sendFetch(
  world: World,
  kind: FetchKind,
  { platform, at, ...fetch }: Fetch & { readonly platform: Platform; readonly at: number },
): void {
  const begin = (taken: WorkQueue) => beginFetch(world, kind, taken, { ...fetch, attempts: 0 });
  send(world, queueOf(world, kind.queue, platform), { at, begin });
}

/** A consumer receives a message. */
function beginFetch(world: World, kind: FetchKind, queue: WorkQueue, attempt: Attempt): void {
  const { activity, buckets, costs, counts, events, random } = world;
  const { platform } = queue;
  const invocation = { ...attempt, queue, startedAt: events.time };
  const ageMaxSeconds = DAY_SECONDS + kind.rules.graceHours * 3_600;
  if (events.time > attempt.day * DAY_SECONDS + ageMaxSeconds) {
    kind.onLost(world, platform, attempt, "missed");
    close(world, invocation, costs.statement);
    return;
  }

  const isLimited = world.isLimited[platform];
  activity.statements += isLimited ? 2 : 1;
  const requested = kind.costsOf(world, platform, attempt);
  const wait = buckets.take(requested, kind.purpose, events.time);
  if (wait > 0) {
    counts.denied += 1;
    sendLater(world, kind, invocation, Math.min(DELAY_SECONDS_MAX, spreadWait(wait, random())));
    return;
  }
  const batch: Batch = { items: 1, chunks: [1], requests: countRequests(requested), costs: requested };
  const then = () => endFetch(world, kind, invocation);
  callStore(world, platform, { batch, besides: (isLimited ? 3 : 2) * costs.statement, then });
}

/** The store has responded; what it returned is stored by one statement. */
function endFetch(world: World, kind: FetchKind, invocation: Invocation): void {
  const { activity, input, random } = world;
  if (random() < input.assumed.itemFailures) {
    retry(world, kind, invocation);
    return;
  }
  activity.itemsStored += kind.items;
  // Only a batch of a sweep has several.
  if (kind.items > 1) activity.itemsSwept += kind.items;
  activity.statements += kind.writes * input.assumed.batchWriteStatements;
  kind.onStored(world, invocation.queue.platform, invocation);
  close(world, invocation, 0);
}

/** The sweeper sends a fetch that failed again when it is due. */
function retry(world: World, kind: FetchKind, { attempts, ...invocation }: Invocation): void {
  const { random, costs } = world;
  const waitSeconds = retryDelaySeconds(kind.rules, attempts + 1, { random, retryAfterSeconds: null });
  if (waitSeconds !== null) {
    sendLater(world, kind, { ...invocation, attempts: attempts + 1 }, waitSeconds);
    return;
  }
  kind.onLost(world, invocation.queue.platform, invocation, "failed");
  close(world, { ...invocation, attempts }, costs.statement);
}

function sendLater(world: World, kind: FetchKind, invocation: Invocation, waitSeconds: number): void {
  const { costs, events } = world;
  const { queue, startedAt: _startedAt, ...attempt } = invocation;
  const seconds = 2 * costs.statement + costs.send;
  close(world, invocation, seconds);
  const at = events.time + seconds + Math.ceil(waitSeconds) + 1;
  send(world, queue, { at, begin: (taken) => beginFetch(world, kind, taken, attempt) });
}

function close(world: World, { queue, startedAt }: Invocation, seconds: number): void {
  endInvocation(world, queue, { startedAt, seconds });
}
