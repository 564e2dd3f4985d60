import { describe, expect, it } from "vitest";

import { chatRequest } from "../../../lib/webhooks/formats/chat-request.ts";
import { telegramBody } from "../../../lib/webhooks/formats/telegram.ts";
import { chatEvent, LINK, messageOf, messageWith, release } from "./chat-events.ts";

const bot = "https://api.telegram.org/bot123456789:AAE-abc_def0123456789/sendMessage";
const url = `${bot}?chat_id=-1001234567890`;
const link = `<a href="${LINK}">Open in Shelfwatch</a>`;

describe("a message to Telegram", () => {
  it("[HOOK-36] is JSON for the bot, with the chat of the address", () => {
    const request = chatRequest("telegram", { url, message: messageOf(release) });

    expect(request.url).toBe(bot);
    expect(request.headers).toEqual({ "content-type": "application/json" });
    expect(JSON.parse(request.body)).toMatchObject({
      chat_id: -1_001_234_567_890,
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    });
  });

  it("[HOOK-36] can be for a channel with a name", () => {
    expect(telegramBody(`${bot}?chat_id=@my_channel`, messageOf(release)).chat_id).toBe("@my_channel");
  });

  it("[HOOK-36] has a heading, what changed, time and link", () => {
    expect(telegramBody(url, messageOf(chatEvent())).text).toBe(
      [
        "<b>Tamton: Title changed in en-US</b>",
        "Before: Tamton\nAfter: Tamton: Budget",
        `2026-03-09 08:00 UTC · ${link}`,
      ].join("\n\n"),
    );
  });

  it("[HOOK-36] has a paragraph for each event, and says how many it does not describe", () => {
    const { text } = telegramBody(url, messageOf(release, ...Array.from({ length: 8 }, () => chatEvent())));
    const paragraphs = text.split("\n\n");

    expect(paragraphs).toHaveLength(10);
    expect(paragraphs.slice(0, 2)).toEqual(["<b>Tamton: 9 events</b>", "<b>New version 4.0.2</b>\nFaster.\nSafer."]);
    expect(paragraphs.at(-1)).toBe(`and 1 event more · 2026-03-09 08:00 UTC · ${link}`);
  });

  it("[HOOK-37] mentions nobody, and has no markup, tag, command or link of a text", () => {
    const { text } = telegramBody(url, messageWith('<b>&"'));
    const linked = telegramBody(url, messageWith("@ann #a /start a.example")).text;

    expect(text).toContain("<b>&lt;b&gt;&amp;&quot;: Title changed in en-US</b>");
    expect(linked).toContain("<b>@\u2060ann #\u2060a /\u2060start a.\u2060example: Title");
  });

  it("[HOOK-37] changes no number and no single sign", () => {
    const { text } = telegramBody(url, messageWith("4.0.2 a / b @ c. d"));

    expect(text).toContain("4.0.2 a / b @ c. d: Title");
  });
});
