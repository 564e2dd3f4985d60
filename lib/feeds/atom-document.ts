import { type FeedDocument, type FeedEntry, GENERATOR, tagOf } from "./feed-document.ts";
import { documentOf, element, text, textElement, type Xml } from "./xml.ts";

export const ATOM_CONTENT_TYPE = "application/atom+xml; charset=utf-8";

/** Returns the feed as Atom (RFC 4287). It does not contain its own address, which is the secret. */
export function atomDocument(feed: FeedDocument): string {
  const entries = feed.entries.map((entry) => atomEntry(feed, entry));
  return documentOf(
    element("feed", { xmlns: "http://www.w3.org/2005/Atom" }, [
      textElement("id", tagOf(feed, `feed_${feed.id}`)),
      textElement("title", feed.name),
      textElement("updated", feed.updatedAt),
      element("author", {}, [textElement("name", GENERATOR)]),
      textElement("generator", GENERATOR),
      ...entries,
    ]),
  );
}

function atomEntry(feed: FeedDocument, { eventId, title, lines, occurredAt, reportedAt, type }: FeedEntry): Xml {
  return element("entry", {}, [
    textElement("id", tagOf(feed, eventId)),
    textElement("title", title),
    textElement("published", occurredAt),
    textElement("updated", reportedAt),
    element("category", { term: type }),
    element("content", { type: "text" }, [text(lines.join("\n"))]),
  ]);
}
