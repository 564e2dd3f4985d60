import type { Db } from "../../db/client.ts";
import type { ReadFeed } from "../../db/queries/accounts/feed-admission.ts";
import { listEvents } from "../../db/queries/apps/event-feeds.ts";
import { firstOfDays } from "../domain/days.ts";
import { eventId } from "../domain/event.ts";
import { EVENT_DAYS_MAX } from "../domain/event-feed.ts";
import { FEED_ENTRIES_MAX, formatOfFile } from "../domain/feed.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { eventsOfView, type ViewEvents } from "../domain/view-events.ts";
import { describeEvent, titleOf } from "../events/describe-event.ts";
import type { Clock } from "../runtime/clock.ts";
import { ATOM_CONTENT_TYPE, atomDocument } from "./atom-document.ts";
import type { FeedDocument, FeedEntry } from "./feed-document.ts";
import { JSON_FEED_CONTENT_TYPE, jsonDocument } from "./json-document.ts";

type ShowFeedInput = {
  readonly feed: ReadFeed;
  /** The name of the feed's file, whose ending is the format. */
  readonly file: string;
  /** Scheme and host. The host makes ids unique among services. */
  readonly origin: string;
};

/** Returns the newest events of a feed. Nothing in it names the user. */
export async function showFeed(deps: { readonly db: Db; readonly now: Clock }, { feed, file, origin }: ShowFeedInput) {
  const events = await findEvents(deps, feed);
  const entries = events.map(entryOf);
  const newest = Math.max(feed.created_at, ...events.map(({ reported_at }) => reported_at));
  const document: FeedDocument = {
    authority: new URL(origin).hostname,
    id: feed.id,
    name: feed.name,
    updatedAt: rfc3339(newest),
    entries,
  };
  return formatOfFile(file) === "json"
    ? { contentType: JSON_FEED_CONTENT_TYPE, body: jsonDocument(document) }
    : { contentType: ATOM_CONTENT_TYPE, body: atomDocument(document) };
}

async function findEvents({ db, now }: { readonly db: Db; readonly now: Clock }, feed: ReadFeed) {
  const to = utcDay(now());
  const chosen = chosenBy(feed);
  if (chosen === undefined) return [];
  const { events } = await listEvents(db, {
    userId: feed.user_id,
    ...chosen,
    isAfterLastVisit: false,
    ...{ from: firstOfDays(EVENT_DAYS_MAX, to), to },
    ...{ order: "newest", limit: FEED_ENTRIES_MAX, offset: 0, afterId: null },
  });
  return events;
}

const allEvents = {
  ...{ appIds: null, tagIds: null, types: null, fields: null, countryCode: null, locale: null, minWeight: null },
};

/** Returns undefined if the view was changed to a screen without events. */
function chosenBy({ kind, app_id, view }: ReadFeed): ViewEvents | undefined {
  if (kind === "view") return view === null ? undefined : eventsOfView(view);
  if (kind === "app") return { ...allEvents, scope: "all", appIds: app_id === null ? [] : [app_id] };
  return { ...allEvents, scope: kind };
}

type ListedEvent = Awaited<ReturnType<typeof findEvents>>[number];

function entryOf({ id, type, field, data, app, occurred_at, reported_at }: ListedEvent): FeedEntry {
  const { what, lines } = describeEvent({ type, field, data });
  return {
    eventId: eventId(id),
    title: titleOf(app, what),
    lines: lines.length === 0 ? [what] : lines,
    occurredAt: rfc3339(occurred_at),
    reportedAt: rfc3339(reported_at),
    type,
  };
}

function rfc3339(unixTime: number): string {
  return `${new Date(unixTime * 1_000).toISOString().slice(0, 19)}Z`;
}
