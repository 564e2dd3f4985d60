import { type ChatMessage, textOf, utcTime } from "./chat-message.ts";
import { cutText } from "./cut-text.ts";

/** https://docs.ntfy.sh/publish: bytes of a message. What is longer becomes a file. */
const MESSAGE_BYTES_MAX = 4_096;
/** ntfy states no limit. Phones show less, and ntfy reads at most 8,192 bytes of JSON. */
const TITLE_BYTES_MAX = 256;

/**
 * Returns the request for a topic of ntfy. It goes to the root of the host, to which ntfy publishes JSON: texts in headers
 * would need an encoding (RFC 2047) that older servers show as it is. The text is plain, since Markdown is not requested.
 */
export function ntfyRequest(address: string, { heading, parts, rest, at, link }: ChatMessage) {
  const { origin, pathname, search } = new URL(address);
  const ending = ["", ...(rest === null ? [] : [rest]), utcTime(at)].join("\n");
  const max = MESSAGE_BYTES_MAX - bytesOf(ending);
  const partMax = Math.floor(max / Math.max(1, parts.length)) - bytesOf("\n\n");
  const texts = parts.map((part) => cutText(textOf(part), (cut) => bytesOf(cut) <= partMax));
  const body = {
    topic: pathname.slice(1),
    title: cutText(heading, (cut) => bytesOf(cut) <= TITLE_BYTES_MAX),
    message: `${texts.join("\n\n")}\n${ending}`.trim(),
    ...(link === null ? {} : { click: link }),
  };
  return { url: `${origin}/${search}`, body };
}

/** Returns the bytes of a text within JSON, where some characters have an escape. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - '""'.length;
}
