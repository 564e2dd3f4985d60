import { planPublishers, takePublisherPlan } from "../../db/queries/events/publisher-plan.ts";
import { countDuePublishers } from "../../db/queries/events/watched-publishers.ts";
import type { DispatchChartsDependencies } from "../charts/resend-charts.ts";
import { placesOfReads, publisherReadClasses, publisherReads } from "../domain/publisher.ts";
import type { PublisherQueues } from "../queues/work-queues.ts";
import { readLine, secondsUntilFree } from "../sync/dispatch-syncs.ts";

export type WatchPublishersDependencies = Pick<DispatchChartsDependencies, "countries" | "db" | "now" | "platform"> & {
  readonly settings: Pick<DispatchChartsDependencies["settings"], "resendSeconds" | "stores">;
  readonly publisherQueues: PublisherQueues;
};

/**
 * Has the first pages of some due publishers read, as many as find tokens that nothing else wants until the next tick.
 * Once an hour, it also looks for the publishers of tracked apps. Returns the number of messages.
 */
export async function watchPublishers(
  deps: WatchPublishersDependencies,
  { correlationId }: { readonly correlationId: string },
): Promise<number> {
  const { db, platform, publisherQueues, settings } = deps;
  if (await takePublisherPlan(db, { platform })) await planPublishers(db, { platform });
  const { due } = await countDuePublishers(db, { platform, countMax: publisherReads.perTick });
  if (due === 0) return 0;

  const { resendSeconds: lostAfterSeconds, stores } = settings;
  const line = await readLine({ ...deps, purposes: ["on_demand"], settings: { stores, lostAfterSeconds } }, platform);
  const work = { purpose: "publisher", classes: publisherReadClasses[platform] } as const;
  const places = placesOfReads(due, secondsUntilFree(line, stores, work));
  for (const delaySeconds of places) {
    const message = { v: 1, kind: "publisher", platform, correlationId } as const;
    await publisherQueues.send(platform, [message], { delaySeconds });
  }
  return places.length;
}
