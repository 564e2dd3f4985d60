import type { KnownBlock } from "@slack/types";
import { describe, expect, it } from "vitest";

import { chatRequest } from "../../../lib/webhooks/formats/chat-request.ts";
import { slackBody } from "../../../lib/webhooks/formats/slack.ts";
import { AT, chatEvent, LINK, messageOf, messageWith, release } from "./chat-events.ts";

const url = "https://hooks.slack.com/services/T01ABCDEF/B02GHIJKL/aBcDeFgHiJkLmNoPqRsTuVwX";
const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
const time = `<!date^${AT}^{date_short_pretty}, {time}|2026-03-09 08:00 UTC>`;
const footer = (text: string) => ({ type: "context", elements: [{ type: "mrkdwn", text, verbatim: true }] });

describe("a message to Slack", () => {
  it("[HOOK-33] is JSON for the address", () => {
    const message = messageOf(release);

    expect(chatRequest("slack", { url, message })).toEqual({
      url,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(slackBody(message)),
    });
  });

  it("[HOOK-33] is a header, a section for each event, and a line with time and link", () => {
    const blocks: readonly KnownBlock[] = slackBody(messageOf(chatEvent(), release)).blocks;

    expect(blocks).toEqual([
      { type: "header", text: plain("Tamton: 2 events") },
      { type: "section", text: plain("New version 4.0.2\nFaster.\nSafer.") },
      { type: "section", text: plain("Title changed in en-US\nBefore: Tamton\nAfter: Tamton: Budget") },
      footer(`${time} · <${LINK}|Open in Shelfwatch>`),
    ]);
  });

  it("[HOOK-33] has a text for notifications, and previews no link", () => {
    expect(slackBody(messageOf(chatEvent(), release))).toMatchObject({
      text: "Tamton: 2 events\nNew version 4.0.2\nTitle changed in en-US",
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it("[HOOK-33] has ten blocks for 50 events, and says how many it does not describe", () => {
    const { blocks } = slackBody(messageOf(...Array.from({ length: 50 }, () => chatEvent())));

    expect(blocks).toHaveLength(10);
    expect(blocks.at(-1)).toEqual(footer(`and 42 events more · ${time} · <${LINK}|Open in Shelfwatch>`));
  });

  it("[HOOK-37] mentions nobody, and has no markup of a text", () => {
    const { text, blocks } = slackBody(messageWith("<!channel> <@U123> *b* & &lt;"));
    const shown = "&lt;!channel&gt; &lt;@U123&gt; *b* &amp; &amp;lt;";

    expect(text).toBe(`${shown}: Title changed in en-US`);
    expect(blocks.slice(0, 2)).toEqual([
      { type: "header", text: plain(`${shown}: Title changed in en-US`) },
      { type: "section", text: plain(`Before: ${shown}\nAfter: ${shown}`) },
    ]);
  });

  it("[HOOK-33] cuts a text before it is escaped", () => {
    const [header, section] = slackBody(messageWith("&".repeat(1_000))).blocks;

    expect(header).toEqual({ type: "header", text: plain(`${"&amp;".repeat(29)}…`) });
    expect(section).toEqual({ type: "section", text: plain(`Before: ${"&amp;".repeat(598)}…`) });
  });
});
