import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import {
  placesOfReads,
  publisherReadClasses,
  publisherReadCosts,
  publisherReads,
} from "../../../lib/domain/publisher.ts";
import { callStore, send } from "./deliveries.ts";
import { busyWithUsers } from "./line.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import type { Consume } from "./run.ts";
import type { Store, World } from "./world.ts";

const { daysBetween, perDayMax, perTick } = publisherReads;

/** Models lib/publishers/watch-publishers.ts. */
export function watchPublishers(world: World, store: Store): void {
  const now = world.events.time;
  const { dueAt } = store.publishers;
  const due = readsOfDay(store, now) < perDayMax ? dueAt.slice(0, perTick).filter((at) => at <= now) : [];
  if (due.length === 0) return;
  const work = { purpose: "publisher", classes: publisherReadClasses[store.platform] } as const;
  for (const seconds of placesOfReads(due.length, busyWithUsers(world, store, work))) {
    send(world, store.queues.charts, now + messageDelaySeconds(seconds), readPublisher(world, store));
  }
}

function readsOfDay({ publishers }: Store, now: number): number {
  return publishers.readDay === dayOf(now) ? publishers.reads : 0;
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_SECONDS);
}

/** Models lib/publishers/read-publisher.ts. */
function readPublisher(world: World, store: Store): Consume {
  const { activity, buckets, counts, events, input } = world;
  const { platform, publishers } = store;
  const costs = publisherReadCosts[platform];
  return (end) => {
    const now = events.time;
    const [first = Number.POSITIVE_INFINITY] = publishers.dueAt;
    if (first > now || readsOfDay(store, now) >= perDayMax) return end(() => undefined);
    if (buckets.take(costs, "publisher", now) > 0) {
      counts.denied += 1;
      return end(() => undefined);
    }
    publishers.dueAt.shift();
    Object.assign(publishers, { readDay: dayOf(now), reads: readsOfDay(store, now) + 1 });
    callStore(world, { platform, purpose: "publisher", costs, items: 1 }, () => {
      publishers.dueAt.push(events.time + daysBetween * DAY_SECONDS);
      activity.publishers[platform] += 1;
      activity.statements += input.assumed.batchWriteStatements;
      end(() => undefined);
    });
  };
}
