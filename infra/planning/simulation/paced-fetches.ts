import { BATCH_ITEMS_MAX } from "../../../lib/domain/call-limits.ts";
import { DELAY_SECONDS_MAX, messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { PACED_AHEAD_SECONDS } from "../../../lib/domain/paced-fetch.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { callStore, send } from "./deliveries.ts";
import { type Behind, busyWithUsers } from "./line.ts";
import { type createSlots, DAY_SECONDS, type Fetch } from "./paced-slots.ts";
import type { Consume, WorkQueue } from "./run.ts";
import type { Store, World } from "./world.ts";

type Fetched = {
  readonly purpose: RequestPurpose;
  readonly costs: RequestCosts;
  readonly items: number;
  readonly leave: (at: number) => void;
  readonly store: () => void;
  readonly dispatch: () => void;
};

/** Models lib/fetches/paced-fetch.ts: returns the consumer of a fetch's message. */
export function tryFetch(world: World, { platform }: Store, fetched: Fetched): Consume {
  const { activity, buckets, counts, events, input } = world;
  const { costs, dispatch, items, purpose } = fetched;
  return (end) => {
    const waitSeconds = buckets.take(costs, purpose, events.time);
    if (waitSeconds > 0) {
      counts.denied += 1;
      fetched.leave(events.time + waitSeconds);
      end(dispatch);
      return;
    }
    callStore(world, { platform, purpose, costs, items: 1 }, () => {
      activity.itemsStored += items;
      activity.statements += Math.ceil(items / BATCH_ITEMS_MAX) * input.assumed.batchWriteStatements;
      fetched.store();
      end(dispatch);
    });
  };
}

export type PacedKind = Behind & {
  readonly slots: ReturnType<typeof createSlots>;
  readonly queue: WorkQueue;
  readonly graceHours: number;
  /** Seconds after which it is dispatched again if users hold it up. */
  readonly dispatchSeconds: number;
  readonly pace: () => number;
  /** Returns whether nothing is sent at present. Default: false. */
  readonly isHeldBack?: () => boolean;
  readonly of: (fetch: Fetch) => Pick<Fetched, "costs" | "items" | "store" | "dispatch">;
};

/** Sends one fetch after another, each at its slot and behind users: the rules of take_due. */
export function sendInTurn(world: World, store: Store, kind: PacedKind): void {
  const { events } = world;
  const { purpose, slots } = kind;
  const now = events.time;
  const gap = slots.gap / kind.pace();
  const again = (at: number) => events.plan(at, () => sendInTurn(world, store, kind));
  slots.missBefore(Math.floor((now - kind.graceHours * 3_600) / DAY_SECONDS));
  if (kind.isHeldBack?.() === true) {
    again(now + gap);
    return;
  }
  const isDue = slots.hasDue(now + PACED_AHEAD_SECONDS);
  const busySeconds = isDue ? Math.min(busyWithUsers(world, store, kind), DELAY_SECONDS_MAX - 2) : 0;
  // If users hold it up for longer than messages are sent ahead, only one is under way.
  const isHeldUp = busySeconds > PACED_AHEAD_SECONDS;
  const slotAt = Math.max(now + busySeconds, slots.nextAt);
  const fetch = isHeldUp && slots.underWay > 0 ? undefined : slots.takeFirst(slotAt);
  if (!isHeldUp && fetch !== undefined) slots.nextAt = slotAt + gap;
  const nextAt = fetch === undefined ? now + gap : Math.max(slotAt, slotAt + gap - PACED_AHEAD_SECONDS);
  const arrivesAt = now + messageDelaySeconds(Math.floor(slotAt - now));
  again(isHeldUp ? Math.min(arrivesAt + 1, now + kind.dispatchSeconds) : nextAt);
  if (fetch === undefined) return;
  slots.underWay += 1;
  const leave = (at: number) => slots.leave({ ...fetch, at });
  const consume = tryFetch(world, store, { ...kind.of(fetch), purpose, leave });
  send(world, kind.queue, arrivesAt, (end) =>
    consume((last) => {
      slots.underWay -= 1;
      end(last);
    }),
  );
}
