import { type FeedDocument, GENERATOR, tagOf } from "./feed-document.ts";

export const JSON_FEED_CONTENT_TYPE = "application/feed+json; charset=utf-8";

/** Returns the feed as JSON Feed 1.1. It does not contain its own address, which is the secret. */
export function jsonDocument(feed: FeedDocument): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.name.toWellFormed(),
    authors: [{ name: GENERATOR }],
    items: feed.entries.map(({ eventId, title, lines, occurredAt, reportedAt, type }) => ({
      id: tagOf(feed, eventId),
      title: title.toWellFormed(),
      content_text: lines.join("\n").toWellFormed(),
      date_published: occurredAt,
      date_modified: reportedAt,
      tags: [type],
    })),
  });
}
