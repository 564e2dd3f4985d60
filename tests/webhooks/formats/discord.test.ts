import { describe, expect, it } from "vitest";

import type { ChatMessage } from "../../../lib/webhooks/formats/chat-message.ts";
import { chatRequest } from "../../../lib/webhooks/formats/chat-request.ts";
import { discordBody } from "../../../lib/webhooks/formats/discord.ts";
import { chatEvent, LINK, messageOf, messageWith, release } from "./chat-events.ts";

const url = "https://discord.com/api/webhooks/1234567890123456789/aBc-dEf_gHi0123456789";
const timestamp = "2026-03-09T08:00:09.000Z";
const embedsOf = (message: ChatMessage) => discordBody(message).embeds;

describe("a message to Discord", () => {
  it("[HOOK-34] is JSON for the address, and waits until it is saved", () => {
    const request = chatRequest("discord", { url: `${url}?thread_id=7`, message: messageOf(release) });

    expect(request).toMatchObject({ url: `${url}?thread_id=7&wait=true` });
    expect(request.headers).toEqual({ "content-type": "application/json" });
  });

  it("[HOOK-34] is an embed for one event", () => {
    expect(discordBody(messageOf(chatEvent()))).toEqual({
      content: "",
      embeds: [
        {
          url: LINK,
          title: "Tamton\\: Title changed in en-US",
          description: "Before\\: Tamton\nAfter\\: Tamton\\: Budget",
          timestamp,
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it("[HOOK-34] is an embed for each of several events, of which the first one names the app and has the link", () => {
    expect(embedsOf(messageOf(chatEvent(), release))).toEqual([
      { author: { name: "Tamton: 2 events" }, url: LINK, title: "New version 4.0.2", description: "Faster.\nSafer." },
      { title: "Title changed in en-US", description: "Before\\: Tamton\nAfter\\: Tamton\\: Budget", timestamp },
    ]);
  });

  it("[HOOK-34] says how many events it does not describe", () => {
    const embeds = embedsOf(messageOf(...Array.from({ length: 50 }, () => chatEvent())));

    expect(embeds).toHaveLength(8);
    expect(embeds.at(-1)).toMatchObject({ footer: { text: "and 42 events more" } });
  });

  it("[HOOK-34] has an embed of a title alone for an event without lines", () => {
    const reason = chatEvent({ type: "sync.failed", field: null, data: {} });

    expect(embedsOf(messageOf(reason))).toEqual([{ url: LINK, title: "Tamton\\: Sync failed", timestamp }]);
  });

  it.each([
    ["@everyone <@123> <@&456> <#7> <t:1>", "\\@everyone \\<\\@123\\> \\<\\@&456\\> \\<\\#7\\> \\<t\\:1\\>"],
    ["**b** _i_ ~~s~~ ||p|| `c` \\", "\\*\\*b\\*\\* \\_i\\_ \\~\\~s\\~\\~ \\|\\|p\\|\\| \\`c\\` \\\\"],
    ["[a](https://a.example)", "\\[a\\]\\(https\\://a.example\\)"],
    ["a\n# h\n- l\n-# s\n  12. n\n> q", "a\n\\# h\n\\- l\n\\-\\# s\n  12\\. n\n\\> q"],
  ])("[HOOK-37] mentions nobody, and has no markup of %j", (notes, shown) => {
    const event = chatEvent({ type: "app.version_released", field: null, data: { whats_new: notes } });

    expect(embedsOf(messageOf(event))[0]?.description).toBe(shown);
  });

  it("[HOOK-34] cuts a text before it is escaped", () => {
    expect(embedsOf(messageWith("*".repeat(3_000)))[0]?.description).toBe(`Before\\: ${"\\*".repeat(2_043)}…`);
  });
});
