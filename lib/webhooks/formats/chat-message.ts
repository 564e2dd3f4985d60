import type { EventData, EventField, EventType } from "../../domain/event.ts";
import { JOINED_EVENTS_MAX } from "../../domain/webhook.ts";
import { describeEvent, quantity, titleOf } from "../../events/describe-event.ts";
import { cutText } from "./cut-text.ts";
import { isVisible, plainLine, plainText } from "./plain-text.ts";

/** A message describes at most this many events, and gives the number of the others. */
export const DESCRIBED_EVENTS_MAX = 8;

/** UTF-16 units. A longer link is left out, and a longer name is cut, so that the event itself stays visible. */
const LINK_MAX = 1_000;
const NAME_MAX = 80;

/** A message, independent of the format. Its texts are plain, and the formats escape and cut them. */
export type ChatMessage = {
  /** One line. */
  readonly heading: string;
  readonly parts: readonly ChatPart[];
  /** A text with the number of events that are not described, or null. */
  readonly rest: string | null;
  /** Unix time of the last event. */
  readonly at: number;
  /** Address of the screen that shows the events, or null. */
  readonly link: string | null;
};

/** The title is one line, or null if the heading contains it. A part without a title has lines. */
export type ChatPart = { readonly title: string | null; readonly lines: readonly string[] };

/** An event as rows and responses have it. */
export type ChatEvent = {
  readonly type: EventType;
  readonly field: EventField | null;
  readonly data: EventData;
  readonly weight: number;
  readonly occurred_at: number;
  readonly app: { readonly name: string | null; readonly external_id: string };
};

type Joined = {
  /** The 1 to 50 events belong to one app and reading, or to one app and day. */
  readonly events: readonly [ChatEvent, ...ChatEvent[]];
  /** The number of all events, including those beyond the 50. Default: the number of `events`. */
  readonly eventsTotal?: number;
  /** Address of the app in the dashboard, if it is known. */
  readonly link: string | null;
};

/** Returns the message that combines the events, the weightiest first. */
export function joinEvents({ events, eventsTotal = events.length, link }: Joined): ChatMessage {
  if (events.length > JOINED_EVENTS_MAX) {
    throw new RangeError(`A message joins at most ${JOINED_EVENTS_MAX} events, not ${events.length}.`);
  }
  const [{ app }] = events;
  const described = events
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, DESCRIBED_EVENTS_MAX)
    .map(describeEvent);
  const [first, ...others] = described;
  const isOne = first !== undefined && others.length === 0;
  const more = eventsTotal - described.length;
  return {
    heading: plainLine(titleOf(shortName(app), isOne ? first.what : quantity(eventsTotal, "event"))),
    parts: described
      .map(({ what, lines }) => ({ title: isOne ? null : plainLine(what), lines: visible(lines) }))
      .filter(({ title, lines }) => title !== null || lines.length > 0),
    rest: more === 0 ? null : `and ${quantity(more, "event")} more`,
    at: Math.max(...events.map(({ occurred_at }) => occurred_at)),
    link: link === null ? null : allowedLink(link),
  };
}

export function shortName({ name, external_id }: ChatEvent["app"]): ChatEvent["app"] {
  const line = plainLine(name ?? "");
  return { name: isVisible(line) ? cutText(line, (cut) => cut.length <= NAME_MAX) : null, external_id };
}

/** Chats reject a text that shows nothing. */
function visible(lines: readonly string[]): readonly string[] {
  return lines.map(plainText).filter(isVisible);
}

/** Returns the message by which users test an endpoint. */
export function testMessage({ at, link }: Pick<ChatMessage, "at" | "link">): ChatMessage {
  const parts = [{ title: null, lines: ["This is a test."] }];
  return { heading: "Shelfwatch", parts, rest: null, at, link: link === null ? null : allowedLink(link) };
}

/** Returns the address with each character encoded that would end a link in a chat, or null. */
export function allowedLink(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  const href = url?.href.replace(/[|'()\\^`{}[\]]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return isWeb && href !== undefined && href.length <= LINK_MAX ? href : null;
}

export const LINK_LABEL = "Open in Shelfwatch";

/** Returns the text of a part: its title and its lines. */
export function textOf({ title, lines }: ChatPart): string {
  return [...(title === null ? [] : [title]), ...lines].join("\n");
}

/** Returns a unix time for chats that do not show times in the reader's zone. */
export function utcTime(at: number): string {
  return `${new Date(at * 1_000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
