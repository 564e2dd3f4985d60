import type { Db } from "../../db/client.ts";
import type { DueDelivery } from "../../db/queries/webhooks/attempts.ts";
import { type DigestRow, readDigest } from "../../db/queries/webhooks/digests.ts";
import { TEST_TYPE } from "../domain/webhook.ts";
import type { ChatFormat } from "../domain/webhook-format.ts";
import { bodyOf, messageIdOf } from "./delivery-body.ts";
import { type ChatMessage, JOINED_EVENTS_MAX, joinEvents, testMessage } from "./formats/chat-message.ts";
import { chatRequest, chatUrl } from "./formats/chat-request.ts";
import { joinDigest } from "./formats/digest-message.ts";
import type { SentRequest } from "./sent-request.ts";
import { signDelivery } from "./sign-delivery.ts";

/** Deliveries of an endpoint that one request sends. A digest has its first delivery alone. */
export type DeliveryMessage = readonly [DueDelivery, ...DueDelivery[]];

/**
 * Returns the messages of an endpoint's deliveries in order. A message to a chat joins an app's events of a report, or
 * of all reports if they wait until their day has ended.
 */
export function messagesOf(deliveries: readonly DueDelivery[]): readonly DeliveryMessage[] {
  const joined = Map.groupBy(deliveries, (delivery) => {
    const { id, format, timing, event, attempts, written_in } = delivery;
    if (format === "standard" || timing === "daily" || event === null) return `alone ${id}`;
    return `${event.app.id} ${timing === "after_day" ? "day" : written_in} ${attempts}`;
  });
  return [...joined.values()].flatMap(inMessages);
}

function inMessages(deliveries: readonly DueDelivery[]): readonly DeliveryMessage[] {
  const count = Math.ceil(deliveries.length / JOINED_EVENTS_MAX);
  return Array.from({ length: count }, (_, index) =>
    deliveries.slice(index * JOINED_EVENTS_MAX).slice(0, JOINED_EVENTS_MAX),
  ).flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]));
}

export type PreparedMessage = {
  /** Undefined if its events are gone and were never sent. */
  readonly request: SentRequest | undefined;
  /** All deliveries that the request sends. */
  readonly ids: readonly number[];
  readonly isDigest: boolean;
};

/** Returns the request of a message, with what a digest joins. */
export async function prepareMessage(
  db: Db,
  message: DeliveryMessage,
  { sentAt }: { readonly sentAt: number },
): Promise<PreparedMessage> {
  const [first] = message;
  const ids = message.map(({ id }) => id);
  const { format } = first;
  if (format === "standard") return { request: signedRequest(first, sentAt), ids, isDigest: false };
  const digest = first.timing === "daily" && first.event !== null ? await readDigest(db, { id: first.id }) : [];
  const [top] = digest;
  if (top === undefined) return { request: chatRequestOf(format, message), ids, isDigest: false };
  const joined = digestMessage(digest, top, linkTo(first, ""));
  return { request: withAgent(chatRequest(format, { url: first.url, message: joined })), ids: top.ids, isDigest: true };
}

function signedRequest(delivery: DueDelivery, sentAt: number): SentRequest | undefined {
  const body = bodyOf(delivery);
  if (body === undefined) return undefined;
  const secrets = delivery.secrets.flatMap((secret) => (secret === null ? [] : [Buffer.from(secret, "base64")]));
  const signed = signDelivery({ id: messageIdOf(delivery), sentAt, body }, secrets);
  return withAgent({ url: delivery.url, headers: { "content-type": "application/json", ...signed }, body });
}

function chatRequestOf(format: ChatFormat, message: DeliveryMessage): SentRequest | undefined {
  const [first] = message;
  const { url, type, payload, created_at } = first;
  if (type === TEST_TYPE) {
    return withAgent(chatRequest(format, { url, message: testMessage({ at: created_at, link: linkTo(first, "") }) }));
  }
  // An event that was replayed while its delivery is pending has two.
  const byId = new Map(message.flatMap(({ event }) => (event === null ? [] : [[event.id, event] as const])));
  const [event, ...others] = byId.values();
  if (event !== undefined) {
    const link = linkTo(first, `/apps/${event.app.platform}/${event.app.external_id}`);
    return withAgent(chatRequest(format, { url, message: joinEvents({ events: [event, ...others], link }) }));
  }
  if (payload === null) return undefined;
  return withAgent({ url: chatUrl(format, url), headers: { "content-type": "application/json" }, body: payload });
}

function digestMessage(rows: readonly DigestRow[], top: DigestRow, link: string | null): ChatMessage {
  const apps = [...Map.groupBy(rows, ({ event }) => event.app.id).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ events: [first.event, ...others.map(({ event }) => event)] as const, eventsTotal: first.events_of_app }],
  );
  const [first, ...others] = apps;
  if (first === undefined) throw new RangeError("A digest has an event.");
  return joinDigest({ apps: [first, ...others], eventsTotal: top.events_total, appsTotal: top.apps_total, link });
}

/** Returns the address of a screen of the dashboard, where the service knows its own address. */
function linkTo({ origin }: DueDelivery, path: string): string | null {
  return origin === null ? null : `${origin}/dashboard${path}`;
}

function withAgent({ headers, ...request }: SentRequest): SentRequest {
  return { ...request, headers: { ...headers, "user-agent": "Shelfwatch-Webhooks/1" } };
}
