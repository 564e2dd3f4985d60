import { DELAY_SECONDS_MAX, messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { type FetchRules, PACED_AHEAD_SECONDS, retryDelaySeconds } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { callStore, countDelivery, endInvocation, send } from "./consumers.ts";
import { dayAt, type Fetch, type PacedTurns } from "./paced-turns.ts";
import type { Invocation, QueueKind } from "./queues.ts";
import type { World } from "./world.ts";

/** A kind of paced fetch: the rules of lib/fetches/paced-fetch.ts. */
export type FetchKind = {
  readonly queue: QueueKind;
  readonly purpose: RequestPurpose;
  readonly rules: FetchRules;
  readonly costs: RequestCosts;
  /** Writes as large as that of a batch of items. */
  readonly writes: number;
  readonly items: number;
  /** Returns to its row, at a time. */
  readonly leave: (at: number) => void;
  readonly onEnd: (outcome: "stored" | "failed") => void;
  /** After each delivery. */
  readonly dispatch: () => void;
};

type Sent = {
  readonly platform: Platform;
  readonly turns: PacedTurns;
  readonly kindOf: (fetch: Fetch) => FetchKind;
};

/** Sends fetches whose turn comes soon, behind users. */
export function sendDueFetches(
  world: World,
  sent: Sent & { readonly busySeconds: number; readonly graceHours: number; readonly pace?: number },
) {
  const { turns, busySeconds, graceHours, pace = 1 } = sent;
  const now = world.events.time;
  const latest = DELAY_SECONDS_MAX - 1;
  turns.missOverdue(dayAt(now - graceHours * 3_600));
  const firstSeconds = Math.min(busySeconds, latest - 1);
  const soon = turns.take(now, { firstSeconds, horizonSeconds: PACED_AHEAD_SECONDS, pace });
  const due = soon.length > 0 ? soon : turns.takeNext(now, { firstSeconds, horizonSeconds: latest });
  for (const { fetch, delaySeconds } of due)
    sendFetch(world, sent, fetch, messageDelaySeconds(Math.floor(delaySeconds)));
  world.activity.statements += SEND_STATEMENTS;
}

const SEND_STATEMENTS = 3;

export function sendFetch(world: World, { platform, turns, kindOf }: Sent, fetch: Fetch, delaySeconds: number): void {
  const kind = kindOf(fetch);
  const ended = {
    ...kind,
    leave(at: number) {
      turns.underWay -= 1;
      kind.leave(at);
    },
    onEnd(outcome: "stored" | "failed") {
      turns.underWay -= 1;
      kind.onEnd(outcome);
    },
  };
  turns.underWay += 1;
  const consume = (invocation: Invocation) => tryFetch(world, ended, fetch, invocation);
  send(world, { kind: kind.queue, platform, at: world.events.time + delaySeconds, consume });
}

/** A consumer receives the message of a fetch. */
export function tryFetch(world: World, kind: FetchKind, fetch: Pick<Fetch, "attempts">, invocation: Invocation): void {
  const { activity, buckets, costs, events, input, random } = world;
  const { platform } = invocation.queue;
  const end = (seconds: number) => endInvocation(world, invocation, { seconds, last: kind.dispatch });
  activity.statements += 2;
  const waitSeconds = buckets.take(kind.costs, kind.purpose, events.time);
  countDelivery(world, kind.purpose, waitSeconds > 0);
  if (waitSeconds > 0) {
    kind.leave(events.time + waitSeconds);
    end(3 * costs.statement);
    return;
  }
  const then = () => {
    end(0);
    if (random() < input.assumed.itemFailures) {
      fetch.attempts += 1;
      const delay = retryDelaySeconds(kind.rules, fetch.attempts, { random, retryAfterSeconds: null });
      if (delay === null) kind.onEnd("failed");
      else kind.leave(events.time + delay);
      return;
    }
    activity.itemsStored += kind.items;
    activity.statements += kind.writes * input.assumed.batchWriteStatements;
    kind.onEnd("stored");
  };
  callStore(world, { platform, costs: kind.costs, chunks: [1], besides: 3 * costs.statement, then });
}
