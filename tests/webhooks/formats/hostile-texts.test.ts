import type { KnownBlock } from "@slack/types";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { eventFields, eventTypes } from "../../../lib/domain/event.ts";
import { PAYLOAD_BYTES_MAX } from "../../../lib/domain/webhook.ts";
import type { ChatFormat } from "../../../lib/domain/webhook-format.ts";
import type { ChatEvent } from "../../../lib/webhooks/formats/chat-message.ts";
import { chatRequest } from "../../../lib/webhooks/formats/chat-request.ts";
import { hostileText } from "../hostile-text.ts";
import { chatEvent, messageOf, messageWith } from "./chat-events.ts";
import { discordSchema, ntfySchema, slackSchema, telegramSchema } from "./published-limits.ts";
import { shownByDiscord, shownBySlack, shownByTelegram } from "./shown-texts.ts";

const TEXTS = 1_000;
const seed = Date.now() % 1_000_000;
console.info(`formats seed ${seed}`);
const random = seededRandom(seed);
const below = (count: number) => Math.floor(random() * count);
const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];

const name = () => hostileText(random);
const place = () => ({ country_code: name(), before: name(), after: name() });
const move = () => ({ rank: below(50), previous_rank: null, window: 100, country_code: name() });

function hostileEvent(): ChatEvent {
  const data = {
    ...{ before: name(), after: name(), locale: name(), languages_total: below(3), version: name(), whats_new: name() },
    ...{ countries: Array.from({ length: below(12) }, place), countries_total: below(99), reason: name() },
    ...{ charts: [{ ...move(), collection: "top_free" as const, category_id: 1 }], charts_total: below(99) },
    ...{ keywords: [{ ...move(), keyword_id: 1, term: name() }], keywords_total: below(99) },
    publisher: { id: 1, external_id: "1", name: name() },
  };
  const app = { name: name(), external_id: "1007843509" };
  return chatEvent({ type: oneOf(eventTypes), field: oneOf(eventFields), data, weight: random(), app });
}

const messages = Array.from({ length: TEXTS }, (_, index) => {
  return index % 2 === 0
    ? messageWith(hostileText(random))
    : messageOf(...Array.from({ length: 1 + below(50) }, hostileEvent));
});

const addresses: Readonly<Record<ChatFormat, string>> = {
  slack: "https://hooks.slack.com/services/T01ABCDEF/B02GHIJKL/aBcDeFgHiJkLmNoPqRsTuVwX",
  discord: "https://discord.com/api/webhooks/1234567890123456789/aBc-dEf_gHi0123456789",
  ntfy: `https://ntfy.sh/${"t".repeat(64)}`,
  telegram: "https://api.telegram.org/bot123456789:AAE-abc_def0123456789/sendMessage?chat_id=-1001234567890",
};

const formats = ["slack", "discord", "ntfy", "telegram"] as const;
const written = new Map<ChatFormat, readonly string[]>(
  formats.map((format) => [
    format,
    messages.map((message) => chatRequest(format, { url: addresses[format], message }).body),
  ]),
);
const bodiesFor = (format: ChatFormat): readonly string[] => written.get(format) ?? [];

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text that is cut ends with an ellipsis after a whole character. */
function isBeginningOf(shown: string, whole: string): boolean {
  if (shown === whole) return true;
  const beginning = shown.slice(0, -1);
  if (!shown.endsWith("…") || !whole.startsWith(beginning)) return false;
  const { index } = characters.segment(whole).containing(beginning.length) ?? { index: 0 };
  return index === beginning.length || index === 0;
}

const wholeOf = ({ title, lines }: { readonly title: string | null; readonly lines: readonly string[] }) => {
  return [...(title === null ? [] : [title]), ...lines].join("\n");
};

describe("messages of hostile texts", () => {
  it.each(formats)("[HOOK-37] fit into a delivery for %s", (format) => {
    const sizes = bodiesFor(format).map((body) => Buffer.byteLength(body));

    expect(Math.max(...sizes)).toBeLessThanOrEqual(PAYLOAD_BYTES_MAX);
  });

  it("[HOOK-37] have no character that turns a text around, and no half of one", () => {
    const texts = messages.flatMap(({ heading, parts }) => [heading, ...parts.map(wholeOf)]);

    expect(
      texts.filter((text) => !text.isWellFormed() || /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u.test(text)),
    ).toEqual([]);
    expect(messages.filter(({ heading }) => /[\r\n\u2028\u2029]/.test(heading))).toEqual([]);
  });

  it("[HOOK-33] [HOOK-37] are within Slack's limits, and are text alone", () => {
    const bodies = bodiesFor("slack").map((body) => slackSchema.parse(JSON.parse(body)));

    expect(bodies).toHaveLength(TEXTS);
    for (const [index, { text, blocks }] of bodies.entries()) {
      const typed: readonly KnownBlock[] = blocks;
      const { heading = "", parts = [] } = messages[index] ?? {};
      const shown = blocks.flatMap((block) => (block.type === "context" ? [] : [shownBySlack(block.text.text)]));
      const whole = [heading, ...parts.map(wholeOf)];
      expect(typed.length).toBeLessThanOrEqual(10);
      expect(shown.map((one, at) => isBeginningOf(one, whole[at] ?? ""))).toEqual(whole.map(() => true));
      expect(shownBySlack(text)).toBeTypeOf("string");
    }
  });

  it("[HOOK-33] have no markup for Slack but a time and a link", () => {
    const footers = bodiesFor("slack").map((body) => slackSchema.parse(JSON.parse(body)).blocks.at(-1));
    const time = /<!date\^\d+\^\{date_short_pretty\}, \{time\}\|[\d: -]+UTC>/.source;
    const ours = new RegExp(`^(?:and \\d+ events? more · )?${time} · <[^<>|]+\\|Open in Shelfwatch>$`);
    const others = footers.filter((block) => block?.type !== "context" || !ours.test(block.elements[0]?.text ?? ""));

    expect(others).toEqual([]);
  });

  it("[HOOK-34] [HOOK-37] are within Discord's limits, and are text alone", () => {
    const bodies = bodiesFor("discord").map((body) => discordSchema.parse(JSON.parse(body)));

    expect(bodies).toHaveLength(TEXTS);
    for (const [index, { embeds }] of bodies.entries()) {
      const { heading = "", parts = [] } = messages[index] ?? {};
      const titles = embeds.map(({ title }, at) => isBeginningOf(shownByDiscord(title), parts[at]?.title ?? heading));
      const texts = embeds.map(({ description }, at) => {
        return isBeginningOf(shownByDiscord(description ?? ""), parts[at]?.lines.join("\n") ?? "");
      });
      expect([...titles, ...texts]).toEqual([...embeds, ...embeds].map(() => true));
      expect(embeds.slice(1).some((embed) => "url" in embed)).toBe(false);
    }
  });

  it("[HOOK-35] [HOOK-37] are within ntfy's limits", () => {
    const bodies = bodiesFor("ntfy").map((body) => ntfySchema.parse(JSON.parse(body)));

    expect(bodies).toHaveLength(TEXTS);
    for (const [index, { title }] of bodies.entries()) {
      expect(isBeginningOf(title, messages[index]?.heading ?? "")).toBe(true);
    }
  });

  it("[HOOK-36] [HOOK-37] are within Telegram's limits, and are text alone", () => {
    const bodies = bodiesFor("telegram").map((body) => telegramSchema.parse(JSON.parse(body)));

    expect(bodies).toHaveLength(TEXTS);
    for (const [index, { text }] of bodies.entries()) {
      const { shown, length } = shownByTelegram(text);
      const heading = messages[index]?.heading.replaceAll("\u2060", "") ?? "";
      expect(length).toBeLessThanOrEqual(4_096);
      expect(isBeginningOf(shown.split("\n\n")[0] ?? "", heading)).toBe(true);
    }
  });
});
