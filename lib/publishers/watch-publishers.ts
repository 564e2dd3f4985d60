import type { Db } from "../../db/client.ts";
import { countDuePublishers, planPublishers, takePublisherPlan } from "../../db/queries/events/watched-publishers.ts";
import type { Platform } from "../domain/platform.ts";
import type { PublisherQueues } from "../queues/work-queues.ts";

export type WatchPublishersDependencies = {
  readonly db: Db;
  readonly platform: Platform;
  readonly publisherQueues: PublisherQueues;
};

/** The reads of a tick. Every five minutes they are a multiple of those that a day allows. */
const SENT = { publishers: 5, gapSeconds: 60 };

/**
 * Has the first pages of some due publishers read, each with tokens that nothing else wants. Once an hour, it also looks
 * for the publishers of tracked apps. Returns the number of messages.
 */
export async function watchPublishers(
  { db, platform, publisherQueues }: WatchPublishersDependencies,
  { correlationId }: { readonly correlationId: string },
): Promise<number> {
  if (await takePublisherPlan(db, { platform })) await planPublishers(db, { platform });
  const { due } = await countDuePublishers(db, { platform, countMax: SENT.publishers });
  for (let place = 0; place < due; place += 1) {
    const message = { v: 1, kind: "publisher", platform, correlationId } as const;
    await publisherQueues.send(platform, [message], { delaySeconds: place * SENT.gapSeconds });
  }
  return due;
}
