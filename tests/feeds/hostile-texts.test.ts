import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import RssParser from "rss-parser";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { atomDocument } from "../../lib/feeds/atom-document.ts";
import type { FeedDocument, FeedEntry } from "../../lib/feeds/feed-document.ts";
import { jsonDocument } from "../../lib/feeds/json-document.ts";

const TEXTS = 1_000;
const PIECES_MAX = 12;
const seed = Date.now() % 1_000_000;
console.info(`feeds seed ${seed}`);
const random = seededRandom(seed);
const below = (count: number) => Math.floor(random() * count);

/** These characters break documents that are written carelessly. */
const pieces: readonly string[] = [
  ...["]]>", "<![CDATA[", "</title>", "</entry><entry>", "<!--", "-->", "<?xml?>", "&", "&amp;", "&#0;", "&nbsp;"],
  ...["<script>alert(1)</script>", '"', "'", "\\", "%00", "\u0000", "\u0008", "\u000b", "\u001b", "\u0085", "\u2028"],
  ...["\ud800", "\udc00", "\ufffe", "\uffff", "\ufdd0", "👩‍👩‍👧‍👦", "🏳️‍🌈", "é", "שלום", "\u202e", "\u2066", "株式会社"],
  ...["\r\n", "\n", "\t", "  ", "a", "App", "١٢٣", "\u{1F600}", "\u{10FFFF}", "<a href='x'>", "<br/>", "&lt;b&gt;"],
];

function hostileText(): string {
  return Array.from({ length: 1 + below(PIECES_MAX) }, () => pieces[below(pieces.length)] ?? "").join("");
}

const hostile: readonly FeedEntry[] = Array.from({ length: TEXTS }, (_, index) => ({
  eventId: `evt_${index + 1}`,
  title: `${index}: ${hostileText()}`,
  lines: [hostileText(), hostileText()],
  occurredAt: "2026-03-01T00:00:00Z",
  reportedAt: "2026-03-01T00:00:16Z",
  type: "listing.changed",
}));
const ids = hostile.map(({ eventId }) => `tag:api.example,2026:${eventId}`);

const feed: FeedDocument = {
  authority: "api.example",
  id: 1,
  name: hostileText(),
  updatedAt: "2026-03-01T00:00:16Z",
  entries: hostile,
};

/** Texts as a document can carry them, and as readers trim them. */
function shownText(text: string | undefined): string | undefined {
  return text
    ?.toWellFormed()
    .replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .trim();
}

describe("a feed of hostile texts", () => {
  it("[FED-9] is an Atom document that rss-parser reads, each entry once", async () => {
    const { items } = await new RssParser().parseString(atomDocument(feed));

    expect(items.map((item) => item.id)).toEqual(ids);
    expect(items.map(({ title }) => shownText(title))).toEqual(hostile.map(({ title }) => shownText(title)));
  });

  it("[FED-9] is an Atom document that feedsmith reads, each entry once", () => {
    const { entries = [] } = parseAtomFeed(atomDocument(feed));

    expect(entries.map(({ id }) => id)).toEqual(ids);
  });

  it("[FED-9] is a JSON Feed that feedsmith reads, each entry once, with its texts", () => {
    const { items = [] } = parseJsonFeed(jsonDocument(feed));

    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(items.map(({ title }) => title?.trim())).toEqual(hostile.map(({ title }) => title.toWellFormed().trim()));
  });

  it("[FED-9] has only characters that XML allows", () => {
    expect(atomDocument(feed)).not.toMatch(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    expect(atomDocument(feed)).not.toContain("]]>");
  });
});
