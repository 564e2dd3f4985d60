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
import type { Store } from "./world.ts";

const { daysBetween, perDayMax, perTick } = publisherReads;

/** Models lib/publishers/watch-publishers.ts. */
export function watchPublishers(store: Store): void {
  const { events, platform, queues } = store;
  const due = countDue(store);
  if (due === 0) return;
  const work = { purpose: "publisher", classes: publisherReadClasses[platform] } as const;
  for (const seconds of placesOfReads(due, busyWithUsers(store, work))) {
    send(store, queues.charts, events.time + messageDelaySeconds(seconds), () => readPublisher(store));
  }
}

function countDue({ events: { time }, publishers: { dueAt, readsOfDays } }: Store): number {
  const isDayRead = (readsOfDays[Math.floor(time / DAY_SECONDS)] ?? 0) >= perDayMax;
  return isDayRead ? 0 : dueAt.slice(0, perTick).filter((at) => at <= time).length;
}

/** Models lib/publishers/read-publisher.ts. */
function* readPublisher(store: Store): ReturnType<Consume> {
  const { activity, assumed, buckets, counts, events, platform, publishers } = store;
  const { dueAt, readsOfDays } = publishers;
  const work = { purpose: "publisher", costs: publisherReadCosts[platform] } as const;
  if (countDue(store) === 0) return undefined;
  if (buckets.take(work.costs, work.purpose, events.time) > 0) {
    counts.denied += 1;
    return undefined;
  }
  dueAt.shift();
  const day = Math.floor(events.time / DAY_SECONDS);
  readsOfDays[day] = (readsOfDays[day] ?? 0) + 1;
  yield* callStore(store, work);
  dueAt.push(events.time + daysBetween * DAY_SECONDS);
  activity.publishers[platform] += 1;
  activity.statements += assumed.batchWriteStatements;
  return undefined;
}
