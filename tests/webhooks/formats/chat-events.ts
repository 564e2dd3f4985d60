import { type ChatEvent, type ChatMessage, joinEvents } from "../../../lib/webhooks/formats/chat-message.ts";

/** 2026-03-09T08:00:09Z */
export const AT = 1_773_043_209;
export const LINK = "https://shelfwatch.example/dashboard/apps/ios/1007843509";

const title: ChatEvent = {
  type: "listing.changed",
  field: "title",
  data: { before: "Tamton", after: "Tamton: Budget", locale: "en-US", languages_total: 1 },
  weight: 0.5,
  occurred_at: AT,
  app: { name: "Tamton", external_id: "1007843509" },
};

/** Returns an event of an app whose title changed in one language, or another one of it. */
export function chatEvent(overrides: Partial<ChatEvent> = {}): ChatEvent {
  return { ...title, ...overrides };
}

export const release = chatEvent({
  type: "app.version_released",
  field: null,
  data: { version: "4.0.2", whats_new: "Faster.\nSafer." },
  weight: 0.9,
  occurred_at: AT - 9,
});

export function messageOf(...[first = chatEvent(), ...others]: readonly ChatEvent[]): ChatMessage {
  return joinEvents({ events: [first, ...others], link: LINK });
}

/** Returns a message about one event whose app and texts are the text. */
export function messageWith(text: string): ChatMessage {
  const data = { before: text, after: text, locale: "en-US", languages_total: 1 };
  return messageOf(chatEvent({ data, app: { name: text, external_id: "1007843509" } }));
}
