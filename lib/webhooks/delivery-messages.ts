import type { DueDelivery } from "../../db/queries/webhooks/attempts.ts";
import { TEST_TYPE } from "../domain/webhook.ts";
import type { ChatFormat } from "../domain/webhook-format.ts";
import { bodyOf, messageIdOf } from "./delivery-body.ts";
import { JOINED_EVENTS_MAX, joinEvents, testMessage } from "./formats/chat-message.ts";
import { chatRequest, chatUrl } from "./formats/chat-request.ts";
import type { SentRequest } from "./sent-request.ts";
import { signDelivery } from "./sign-delivery.ts";

/** Deliveries of an endpoint that one request sends. */
export type DeliveryMessage = readonly [DueDelivery, ...DueDelivery[]];

/** The dispatcher does not know the address of the dashboard. */
const NO_LINK = null;

/** Returns the messages of an endpoint's deliveries in order. A message to a chat joins an app's events of a report. */
export function messagesOf(deliveries: readonly DueDelivery[]): readonly DeliveryMessage[] {
  const joined = Map.groupBy(deliveries, (delivery) => {
    const { id, format, event, attempts, written_in } = delivery;
    const isJoined = format !== "standard" && event !== null;
    return isJoined ? `${event.app.id} ${written_in} ${attempts}` : `alone ${id}`;
  });
  return [...joined.values()].flatMap(inMessages);
}

function inMessages(deliveries: readonly DueDelivery[]): readonly DeliveryMessage[] {
  const count = Math.ceil(deliveries.length / JOINED_EVENTS_MAX);
  return Array.from({ length: count }, (_, index) =>
    deliveries.slice(index * JOINED_EVENTS_MAX).slice(0, JOINED_EVENTS_MAX),
  ).flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]));
}

/** Returns the request of a message. Undefined if its event is gone and was never sent. */
export function requestOf(message: DeliveryMessage, { sentAt }: { readonly sentAt: number }): SentRequest | undefined {
  const [delivery] = message;
  const { format } = delivery;
  if (format !== "standard") return chatRequestOf(format, message);
  const body = bodyOf(delivery);
  if (body === undefined) return undefined;
  const secrets = delivery.secrets.flatMap((secret) => (secret === null ? [] : [Buffer.from(secret, "base64")]));
  const signed = signDelivery({ id: messageIdOf(delivery), sentAt, body }, secrets);
  return withAgent({ url: delivery.url, headers: { "content-type": "application/json", ...signed }, body });
}

function chatRequestOf(format: ChatFormat, message: DeliveryMessage): SentRequest | undefined {
  const [{ url, type, payload, created_at }] = message;
  if (type === TEST_TYPE) {
    return withAgent(chatRequest(format, { url, message: testMessage({ at: created_at, link: NO_LINK }) }));
  }
  // An event that was replayed while its delivery is pending has two.
  const byId = new Map(message.flatMap(({ event }) => (event === null ? [] : [[event.id, event] as const])));
  const [first, ...others] = byId.values();
  if (first !== undefined) {
    return withAgent(chatRequest(format, { url, message: joinEvents({ events: [first, ...others], link: NO_LINK }) }));
  }
  if (payload === null) return undefined;
  return withAgent({ url: chatUrl(format, url), headers: { "content-type": "application/json" }, body: payload });
}

function withAgent({ headers, ...request }: SentRequest): SentRequest {
  return { ...request, headers: { ...headers, "user-agent": "Shelfwatch-Webhooks/1" } };
}
