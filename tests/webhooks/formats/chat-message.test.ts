import { describe, expect, it } from "vitest";

import { type ChatEvent, joinEvents, testMessage } from "../../../lib/webhooks/formats/chat-message.ts";
import { AT, chatEvent, LINK, messageOf, release } from "./chat-events.ts";

const eventsOf = (count: number): readonly [ChatEvent, ...ChatEvent[]] => [
  chatEvent(),
  ...Array.from({ length: count - 1 }, () => chatEvent()),
];

describe("a chat's message", () => {
  it("[HOOK-30] says of one event what the feed says", () => {
    expect(messageOf(chatEvent())).toEqual({
      heading: "Tamton: Title changed in en-US",
      parts: [{ title: null, lines: ["Before: Tamton", "After: Tamton: Budget"] }],
      rest: null,
      at: AT,
      link: LINK,
    });
  });

  it("[HOOK-30] joins events, the weightiest first", () => {
    expect(messageOf(chatEvent(), release)).toEqual({
      heading: "Tamton: 2 events",
      parts: [
        { title: "New version 4.0.2", lines: ["Faster.\nSafer."] },
        { title: "Title changed in en-US", lines: ["Before: Tamton", "After: Tamton: Budget"] },
      ],
      rest: null,
      at: AT,
      link: LINK,
    });
  });

  it("[HOOK-30] describes eight events and counts the others", () => {
    const { heading, parts, rest } = messageOf(...eventsOf(50));

    expect(heading).toBe("Tamton: 50 events");
    expect(parts).toHaveLength(8);
    expect(rest).toBe("and 42 events more");
    expect(messageOf(...eventsOf(9)).rest).toBe("and 1 event more");
  });

  it("[HOOK-30] joins 50 events at most", () => {
    expect(() => joinEvents({ events: eventsOf(51), link: null })).toThrow(RangeError);
  });

  it("[HOOK-30] has no part for an event of which the heading says all", () => {
    const publisher = { id: 1, external_id: "7", name: "Acme" };
    const added = chatEvent({ type: "publisher.app_added", field: null, data: { publisher } });

    expect(messageOf(added)).toMatchObject({ heading: "Tamton: New app of Acme", parts: [] });
  });

  it.each([null, " \u200b", "\u202e".repeat(9_000)])("[HOOK-30] names an app by its id if its name is %j", (name) => {
    const { heading } = messageOf(chatEvent({ app: { name, external_id: "1007843509" } }));

    expect(heading).toBe("1007843509: Title changed in en-US");
  });

  it("[HOOK-38] says what happened to an app whose name is long", () => {
    const { heading } = messageOf(chatEvent({ app: { name: "a".repeat(10_000), external_id: "1007843509" } }));

    expect(heading).toBe(`${"a".repeat(79)}…: Title changed in en-US`);
  });

  it("[HOOK-38] has lines that show something", () => {
    const blank = chatEvent({
      type: "app.version_released",
      field: null,
      data: { version: "2", whats_new: " \u200b\u3164" },
    });

    expect(messageOf(blank).parts).toEqual([]);
  });

  it("[HOOK-38] has a heading of one line", () => {
    const { heading } = messageOf(chatEvent({ app: { name: "A\r\n\u2028B\tC", external_id: "1" } }));

    expect(heading).toBe("A B C: Title changed in en-US");
  });

  it("[HOOK-38] keeps line breaks of texts, and no more than one empty line", () => {
    const notes = chatEvent({ type: "app.version_released", field: null, data: { whats_new: "a\r\nb\n\n\n\nc" } });

    expect(messageOf(notes).parts[0]?.lines).toEqual(["a\nb\n\nc"]);
  });

  it("[HOOK-38] shows what no chat can show as a replacement character", () => {
    const hostile = chatEvent({
      type: "sync.failed",
      field: null,
      data: { reason: "a\u0000b\ud800c\u0085d\uffff\u001b" },
    });

    expect(messageOf(hostile).parts[0]?.lines).toEqual(["a\uFFFDb\uFFFDc\nd\uFFFD\uFFFD"]);
  });

  it("[HOOK-38] is not turned around by a text", () => {
    const hostile = chatEvent({ type: "sync.failed", field: null, data: { reason: "\u202eevil\u2066 שלום\u200f" } });

    expect(messageOf(hostile).parts[0]?.lines).toEqual(["evil שלום\u200f"]);
  });

  it.each(["javascript:alert(1)", "shelfwatch", `${LINK}?x=${"x".repeat(1_000)}`])("has no link to %s", (link) => {
    expect(joinEvents({ events: [chatEvent()], link }).link).toBeNull();
  });

  it("has no character in its link that ends one", () => {
    const { link } = joinEvents({ events: [chatEvent()], link: "https://a.example/b|c>d\"e'f)g h" });

    expect(link).toBe("https://a.example/b%7Cc%3Ed%22e%27f%29g%20h");
  });

  it("can be a test", () => {
    expect(testMessage({ at: AT, link: null })).toEqual({
      heading: "Shelfwatch",
      parts: [{ title: null, lines: ["This is a test."] }],
      rest: null,
      at: AT,
      link: null,
    });
  });
});
