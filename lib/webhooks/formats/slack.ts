import { type ChatMessage, LINK_LABEL, textOf, utcTime } from "./chat-message.ts";
import { cutText } from "./cut-text.ts";

/** https://docs.slack.dev/reference/block-kit/blocks: the most characters of a header and of a section. */
const HEADER_MAX = 150;
const SECTION_MAX = 3_000;
/** Slack rejects a message whose blocks have about 10,000 characters together (msg_blocks_too_long). */
const SECTIONS_MAX = 5_000;
/** Notifications show this text, and people see the blocks. */
const TEXT_MAX = 500;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** https://docs.slack.dev/messaging/formatting-message-text: only these three characters are escaped. */
function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/**
 * Returns the body for an incoming webhook of Slack. Texts of stores are `plain_text`, in which Slack reads no markup:
 * it has no escape for `*` and `_`. The last block alone is markup.
 */
export function slackBody({ heading, parts, rest, at, link }: ChatMessage) {
  const sectionMax = Math.min(SECTION_MAX, Math.floor(SECTIONS_MAX / Math.max(1, parts.length)));
  const titles = parts.flatMap(({ title }) => (title === null ? [] : [title]));
  return {
    text: escapedWithin(TEXT_MAX, [heading, ...titles].join("\n")),
    mrkdwn: false,
    blocks: [
      { type: "header" as const, text: plain(HEADER_MAX, heading) },
      ...parts.map((part) => ({ type: "section" as const, text: plain(sectionMax, textOf(part)) })),
      {
        type: "context" as const,
        elements: [{ type: "mrkdwn" as const, text: footer({ rest, at, link }), verbatim: true }],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function plain(max: number, text: string) {
  return { type: "plain_text" as const, text: escapedWithin(max, text), emoji: false };
}

function escapedWithin(max: number, text: string): string {
  return escaped(cutText(text, (cut) => escaped(cut).length <= max));
}

function footer({ rest, at, link }: Pick<ChatMessage, "rest" | "at" | "link">): string {
  const time = `<!date^${Math.floor(at)}^{date_short_pretty}, {time}|${utcTime(at)}>`;
  const linked = link === null ? [] : [`<${escaped(link)}|${LINK_LABEL}>`];
  return [...(rest === null ? [] : [rest]), time, ...linked].join(" · ");
}
