import { BATCH_ITEMS_MAX } from "../../../lib/domain/call-limits.ts";
import { DELAY_SECONDS_MAX, messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { PACED_AHEAD_SECONDS } from "../../../lib/domain/paced-fetch.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { callStore, send } from "./deliveries.ts";
import { type Behind, busyWithUsers } from "./line.ts";
import { DAY_SECONDS, type Fetch, type Slots } from "./paced-slots.ts";
import type { Consume, WorkQueue } from "./run.ts";
import type { Store } from "./world.ts";

type Fetched = {
  readonly purpose: RequestPurpose;
  readonly costs: RequestCosts;
  readonly items: number;
  readonly postpone: (at: number) => void;
  readonly save: () => void;
  /** It is called once the delivery has ended. */
  readonly dispatch?: () => void;
};

/** Models lib/fetches/paced-fetch.ts. */
export function* tryFetch(store: Store, fetched: Fetched): ReturnType<Consume> {
  const { activity, assumed, buckets, counts, events } = store;
  const { costs, items, purpose } = fetched;
  const waitSeconds = buckets.take(costs, purpose, events.time);
  if (waitSeconds > 0) {
    counts.denied += 1;
    fetched.postpone(events.time + waitSeconds);
  } else {
    yield* callStore(store, { purpose, costs });
    activity.itemsStored += items;
    activity.statements += Math.ceil(items / BATCH_ITEMS_MAX) * assumed.batchWriteStatements;
    fetched.save();
  }
  return fetched.dispatch;
}

export type PacedKind = Behind & {
  readonly slots: Slots;
  readonly queue: WorkQueue;
  readonly graceHours: number;
  /** Seconds after which it is dispatched again if users hold it up. */
  readonly dispatchSeconds: number;
  readonly perMinute: () => number;
  /** Returns whether nothing is sent at present. Default: false. */
  readonly isHeldBack?: () => boolean;
  readonly of: (fetch: Fetch) => Omit<Fetched, "purpose" | "postpone">;
};

/** Sends one fetch after another, each at its slot and behind users: the rules of take_due. */
export function sendInTurn(store: Store, kind: PacedKind): void {
  const { events } = store;
  const { purpose, slots } = kind;
  const now = events.time;
  const gap = 60 / kind.perMinute();
  slots.missBefore(Math.floor((now - kind.graceHours * 3_600) / DAY_SECONDS));
  const isHeldBack = kind.isHeldBack?.() ?? false;
  const isDue = !isHeldBack && slots.hasDue(now + PACED_AHEAD_SECONDS);
  const busySeconds = isDue ? Math.min(busyWithUsers(store, kind), DELAY_SECONDS_MAX - 2) : 0;
  // If users hold it up for longer than messages are sent ahead, only one is under way.
  const isHeldUp = busySeconds > PACED_AHEAD_SECONDS;
  const slotAt = Math.max(now + busySeconds, slots.nextAt);
  const fetch = isHeldBack || (isHeldUp && slots.underWay > 0) ? undefined : slots.takeFirst(slotAt);
  if (!isHeldUp && fetch !== undefined) slots.nextAt = slotAt + gap;
  const nextAt = fetch === undefined ? now + gap : Math.max(slotAt, slotAt + gap - PACED_AHEAD_SECONDS);
  const arrivesAt = now + messageDelaySeconds(Math.floor(slotAt - now));
  const dispatchedAt = isHeldUp ? Math.min(arrivesAt + 1, now + kind.dispatchSeconds) : nextAt;
  events.plan(dispatchedAt, () => sendInTurn(store, kind));
  if (fetch === undefined) return;
  slots.underWay += 1;
  const postpone = (at: number) => slots.postpone({ ...fetch, at });
  const fetched = { ...kind.of(fetch), purpose, postpone };
  send(store, kind.queue, arrivesAt, function* () {
    const dispatch = yield* tryFetch(store, fetched);
    slots.underWay -= 1;
    return dispatch;
  });
}
