import { load } from "cheerio";

/** Readers of messages as the services document them. Each throws where a text is anything but text. */

const slackEntities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Returns what Slack shows of `plain_text`. https://docs.slack.dev/messaging/formatting-message-text, "Escaping" */
export function shownBySlack(text: string): string {
  if (/[<>]|&(?!(?:amp|lt|gt);)/.test(text)) throw new Error(`Slack reads a character of its own: ${text}`);
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => slackEntities[entity] ?? "");
}

/**
 * Returns what Discord shows of Markdown without markup. A backslash shows the character after it.
 * https://support.discord.com/hc/articles/210298617; https://docs.discord.com/developers/reference#message-formatting
 */
export function shownByDiscord(text: string): string {
  const literal = "\uE000";
  const bare = text.replace(/\\[^0-9A-Za-z\s]/g, literal);
  if (/[\\`*_~|<>[\]()#@]|^\s*(?:[-+]|\d+\.)\s|https?:/m.test(bare)) throw new Error(`Discord reads markup: ${text}`);
  return text.replace(/\\([^0-9A-Za-z\s])/g, "$1");
}

/** Telegram's servers find these in plain text: mentions, tags, commands, and addresses of the web and of mail. */
const telegramEntity = /@\w|#[\p{L}\p{N}_]|\$[A-Z]|\/[A-Za-z0-9_]|[\p{L}\p{N}_-]\.\p{L}/u;

/**
 * Returns what Telegram shows of a text of its HTML style, without the character that separates what it would join.
 * https://core.telegram.org/bots/api#html-style
 */
export function shownByTelegram(html: string): { readonly shown: string; readonly length: number } {
  const document = load(html, { xml: { decodeEntities: true } }, false);
  const nodes = document("*").toArray();
  const names = nodes.flatMap((node) => ("tagName" in node ? [node.tagName] : []));
  const text = document.root().text();
  if (names.some((name) => name !== "b" && name !== "a")) throw new Error(`Telegram reads a tag: ${html}`);
  const withoutTags = html.replace(/<\/?b>|<a href="[^"<>]*">|<\/a>/g, "");
  if (/[<>]/.test(withoutTags)) throw new Error(`Telegram reads a character of its own: ${html}`);
  if (/&(?!(?:amp|lt|gt|quot);)/.test(html)) throw new Error(`Telegram reads an entity: ${html}`);
  if (telegramEntity.test(text)) throw new Error(`Telegram makes a link: ${text}`);
  return { shown: text.replaceAll("\u2060", ""), length: text.length };
}
