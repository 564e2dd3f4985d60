import type { Db } from "../../db/client.ts";
import { countDuePublishers, planPublishers, takePublisherPlan } from "../../db/queries/events/watched-publishers.ts";
import type { Platform } from "../domain/platform.ts";
import { publisherReads } from "../domain/publisher.ts";
import type { PublisherQueues } from "../queues/work-queues.ts";

export type WatchPublishersDependencies = {
  readonly db: Db;
  readonly platform: Platform;
  readonly publisherQueues: PublisherQueues;
};

/**
 * Has the first pages of some due publishers read, each with tokens that nothing else wants. Once an hour, it also
 * looks for the publishers of tracked apps. Returns the number of messages.
 */
export async function watchPublishers(
  { db, platform, publisherQueues }: WatchPublishersDependencies,
  { correlationId }: { readonly correlationId: string },
): Promise<number> {
  if (await takePublisherPlan(db, { platform })) await planPublishers(db, { platform });
  const { due } = await countDuePublishers(db, { platform, countMax: publisherReads.perTick });
  for (let place = 0; place < due; place += 1) {
    const message = { v: 1, kind: "publisher", platform, correlationId } as const;
    await publisherQueues.send(platform, [message], { delaySeconds: place * publisherReads.gapSeconds });
  }
  return due;
}
