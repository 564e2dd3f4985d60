import { type ChatMessage, type ChatPart, textOf } from "./chat-message.ts";
import { cutText } from "./cut-text.ts";

/** https://docs.discord.com/developers/resources/message, "Embed Limits", in characters. */
const TITLE_MAX = 256;
const AUTHOR_MAX = 256;
const DESCRIPTION_MAX = 4_096;
/** Discord allows 6,000 characters in all embeds together. In UTF-8, they would not fit into a body of 20 KB. */
const TOTAL_MAX = 5_000;

/** Begins lists, which Discord reads only at the beginning of a line. */
const listItem = /^([ \t]*)(?:([-+])|([0-9]+)\.)/gm;

/**
 * In Discord's Markdown, a backslash escapes these characters. Escaping `:` also prevents links from bare addresses.
 */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_~|<>[\]()#@:]/g, "\\$&")
    .replace(listItem, (_item, indent: string, bullet: string | undefined, number: string) => {
      return bullet === undefined ? `${indent}${number}\\.` : `${indent}\\${bullet}`;
    });
}

type Embed = {
  readonly author?: { readonly name: string };
  readonly title: string;
  readonly url?: string;
  readonly description?: string;
  readonly footer?: { readonly text: string };
  readonly timestamp?: string;
};

/** Returns the address of the request. Without `wait`, Discord reports success even if it does not save the message. */
export function discordUrl(address: string): string {
  const url = new URL(address);
  url.searchParams.set("wait", "true");
  return url.href;
}

/** Returns the body for a webhook of Discord: an embed for each event. Nothing in it mentions anyone. */
export function discordBody(message: ChatMessage) {
  return { content: "", embeds: embedsOf(message), allowed_mentions: { parse: [] } };
}

/** Names of authors and footers are plain text in Discord, and the rest is Markdown. */
function embedsOf({ heading, parts, rest, at, link }: ChatMessage): readonly Embed[] {
  const name = cutText(heading, (cut) => cut.length <= AUTHOR_MAX);
  const [first = { title: null, lines: [] }, ...others] = parts;
  const author = first.title === null ? {} : { author: { name } };
  const footer = rest === null ? {} : { footer: { text: rest } };
  const max = Math.floor((TOTAL_MAX - name.length - (rest?.length ?? 0)) / Math.max(1, parts.length));
  const embeds = [first, ...others].map((part) => embedOf(part, { heading, max }));
  return embeds.map((embed, index) => ({
    // Discord shows embeds of the same address as one.
    ...(index === 0 ? { ...author, ...(link === null ? {} : { url: link }) } : {}),
    ...embed,
    ...(index === embeds.length - 1 ? { ...footer, timestamp: new Date(at * 1_000).toISOString() } : {}),
  }));
}

type Place = { readonly heading: string; readonly max: number };

function embedOf({ title: own, lines }: ChatPart, { heading, max }: Place): Pick<Embed, "title" | "description"> {
  const title = escapedWithin(TITLE_MAX, own ?? heading);
  if (lines.length === 0) return { title };
  const descriptionMax = Math.min(DESCRIPTION_MAX, max - title.length);
  return { title, description: escapedWithin(descriptionMax, textOf({ title: null, lines })) };
}

function escapedWithin(max: number, text: string): string {
  return escaped(cutText(text, (cut) => escaped(cut).length <= max));
}
