import { type ChatMessage, textOf, utcTime } from "./chat-message.ts";
import { cutText } from "./cut-text.ts";

/** https://docs.ntfy.sh/publish: bytes of a message. ntfy sends a longer one as a file. */
const MESSAGE_BYTES_MAX = 4_096;
/** ntfy states no limit. Phones show less, and ntfy reads at most 8,192 bytes of JSON. */
const TITLE_BYTES_MAX = 256;

/**
 * Returns the address of the request: the root of the host, which accepts JSON. At the address of a topic, the title is
 * a header, whose encoding (RFC 2047) older servers do not decode.
 */
export function ntfyUrl(address: string): string {
  const { origin, search } = new URL(address);
  return `${origin}/${search}`;
}

/** Returns the body for a topic of ntfy. Its text is plain, since Markdown is not requested. */
export function ntfyBody(address: string, { heading, parts, rest, at, link }: ChatMessage) {
  const ending = ["", ...(rest === null ? [] : [rest]), utcTime(at)].join("\n");
  const max = MESSAGE_BYTES_MAX - bytesOf(ending);
  const partMax = Math.floor(max / Math.max(1, parts.length)) - bytesOf("\n\n");
  const texts = parts.map((part) => cutText(textOf(part), (cut) => bytesOf(cut) <= partMax));
  return {
    topic: new URL(address).pathname.slice(1),
    title: cutText(heading, (cut) => bytesOf(cut) <= TITLE_BYTES_MAX),
    message: `${texts.join("\n\n")}\n${ending}`.trim(),
    ...(link === null ? {} : { click: link }),
  };
}

/** Returns the bytes of a text within JSON, where some characters have an escape. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - '""'.length;
}
