import { escapedHtml } from "../../domain/escaped-html.ts";
import { type ChatMessage, LINK_LABEL, textOf, utcTime } from "./chat-message.ts";
import { cutText } from "./cut-text.ts";

/** https://core.telegram.org/bots/api#sendmessage: characters of a text, here counted with their escapes. */
const TEXT_MAX = 4_096;
const HEADING_MAX = 300;

/** An invisible character at which no line is broken. */
const WORD_JOINER = "\u2060";

/** Telegram makes mentions, tags, commands and links out of plain text, too, and a mention notifies its user. */
const startsOfEntities = /[@#$/](?=[\p{L}\p{N}_])|(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu;

/** https://core.telegram.org/bots/api#html-style */
function escaped(text: string): string {
  return escapedHtml(text.replace(startsOfEntities, `$&${WORD_JOINER}`));
}

/** Returns the address of the request: without the chat, which is in the body. */
export function telegramUrl(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** Returns the body for a bot of Telegram. */
export function telegramBody(address: string, message: ChatMessage) {
  const chat = new URL(address).searchParams.get("chat_id") ?? "";
  return {
    chat_id: chat.startsWith("@") ? chat : Number(chat),
    text: htmlOf(message),
    parse_mode: "HTML" as const,
    link_preview_options: { is_disabled: true },
  };
}

function htmlOf({ heading, parts, rest, at, link }: ChatMessage): string {
  const title = escapedWithin(HEADING_MAX, heading);
  const last = [...(rest === null ? [] : [rest]), utcTime(at)].join(" · ");
  const linked = link === null ? "" : ` · <a href="${escapedHtml(link)}">${LINK_LABEL}</a>`;
  const used = title.length + last.length + ` · ${LINK_LABEL}`.length;
  const gaps = "\n\n".length * (parts.length + 1);
  const partMax = Math.floor((TEXT_MAX - used - gaps) / Math.max(1, parts.length));
  const texts = parts.map((part) => {
    const [first = "", ...others] = escapedWithin(partMax, textOf(part)).split("\n");
    return [part.title === null ? first : `<b>${first}</b>`, ...others].join("\n");
  });
  return [`<b>${title}</b>`, ...texts, `${last}${linked}`].join("\n\n");
}

function escapedWithin(max: number, text: string): string {
  return escaped(cutText(text, (cut) => escaped(cut).length <= max));
}
