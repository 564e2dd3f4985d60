import type { Db } from "../../db/client.ts";
import { returnPublisher, saveFirstPage, takeDuePublisher } from "../../db/queries/events/watched-publishers.ts";
import { callDeadlineMs } from "../domain/call-limits.ts";
import { eventWeight } from "../domain/event-weight.ts";
import { publisherReadCosts } from "../domain/publisher.ts";
import type { PublisherMessage } from "../queues/messages.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { StoreConnector } from "../stores/connector.ts";
import { noBudget, type StoreBudget } from "../stores/store-budget.ts";
import { UpstreamError } from "../stores/store-errors.ts";
import { appOfPublisher } from "./discovered-app.ts";

export type ReadPublisherDependencies = {
  readonly db: Db;
  readonly log: Log;
  readonly now: Clock;
  readonly newToken: () => string;
  readonly budget: StoreBudget;
  readonly connector: Pick<StoreConnector, "platform" | "fetchPublisherApps">;
};

type Delivery = { readonly message: PublisherMessage; readonly remainingMs: () => number };

export type ReadPublisherResult =
  | "read"
  | "none_due"
  /** There are no tokens, so the publisher waits in its row for the next tick. */
  | "postponed"
  /** The store failed or showed no apps. The publisher is due again a day later. */
  | "unread"
  | "superseded";

/** Reads the first page of the publisher that has been due longest, and reports the apps that it has added. */
export async function readPublisher(
  deps: ReadPublisherDependencies,
  { message: { platform, correlationId }, remainingMs }: Delivery,
): Promise<ReadPublisherResult> {
  const { budget, connector, db, log, now } = deps;
  const readToken = deps.newToken();
  const publisher = await takeDuePublisher(db, { platform, readToken });
  if (publisher === undefined) return "none_due";

  const { id, external_id: externalId, name, country_code: countryCode } = publisher;
  if ((await budget(publisherReadCosts[platform], "publisher")) > 0) {
    await returnPublisher(db, { id, readToken, dueAt: publisher.due_at, readDay: publisher.read_day });
    return "postponed";
  }

  const call = { correlationId, deadlineMs: callDeadlineMs(remainingMs()), budget: noBudget };
  const lookup = await connector
    .fetchPublisherApps({ externalId, country: countryCode, pages: "first" }, call)
    .catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      return error;
    });
  const failure = lookup instanceof UpstreamError ? lookup.failure : null;
  const apps = lookup instanceof UpstreamError || lookup.outcome !== "found" ? [] : lookup.record;
  if (apps.length === 0) {
    log.warn("publisher.read.failed", { platform, publisherId: id, countryCode, failure });
    return "unread";
  }

  const { is_saved, added } = await saveFirstPage(db, {
    platform,
    id,
    readToken,
    countryCode,
    at: now(),
    apps: apps.map((app) => appOfPublisher(publisher, app)),
    event: {
      weight: eventWeight("publisher.app_added", 1),
      data: { publisher: { id, external_id: externalId, name } },
    },
  });
  if (added > 0) log.info("publisher.apps.added", { platform, publisherId: id, added });
  return is_saved ? "read" : "superseded";
}
