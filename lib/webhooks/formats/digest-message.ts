import { describeEvent, quantity } from "../../events/describe-event.ts";
import { allowedLink, type ChatEvent, type ChatMessage, type ChatPart, shortName } from "./chat-message.ts";
import { isVisible, plainLine } from "./plain-text.ts";

type DigestApp = {
  /** The weightiest events of the app. */
  readonly events: readonly [ChatEvent, ...ChatEvent[]];
  /** The number of all events of the app, including those that are not described. */
  readonly eventsTotal: number;
};

type Digest = {
  readonly apps: readonly [DigestApp, ...DigestApp[]];
  readonly eventsTotal: number;
  readonly appsTotal: number;
  /** Address of the dashboard, if it is known. */
  readonly link: string | null;
};

/** Returns the message about the events of all apps: a part for each app, a line for each event. */
export function joinDigest({ apps, eventsTotal, appsTotal, link }: Digest): ChatMessage {
  const moreApps = appsTotal - apps.length;
  const moreEvents = eventsTotal - apps.reduce((sum, app) => sum + app.eventsTotal, 0);
  return {
    heading: `Shelfwatch: ${quantity(eventsTotal, "event")} of ${quantity(appsTotal, "app")}`,
    parts: apps.map(partOf),
    rest: moreApps === 0 ? null : `and ${quantity(moreEvents, "event")} of ${quantity(moreApps, "other app")}`,
    at: Math.max(...apps.flatMap(({ events }) => events.map(({ occurred_at }) => occurred_at))),
    link: link === null ? null : allowedLink(link),
  };
}

function partOf({ events, eventsTotal }: DigestApp): ChatPart {
  const [{ app }] = events;
  const { name, external_id } = shortName(app);
  const more = eventsTotal - events.length;
  const lines = events.map((event) => plainLine(describeEvent(event).what)).filter(isVisible);
  return {
    title: name ?? external_id,
    lines: [...lines, ...(more === 0 ? [] : [`and ${quantity(more, "event")} more`])],
  };
}
