import type { Db } from "../../db/client.ts";
import type { DueDelivery } from "../../db/queries/webhooks/claim-deliveries.ts";
import { type DigestRow, readDigest } from "../../db/queries/webhooks/digests.ts";
import { DASHBOARD_PATH } from "../domain/dashboard-path.ts";
import { CONFIRMATION_TYPE } from "../domain/mail.ts";
import { JOINED_EVENTS_MAX, TEST_TYPE } from "../domain/webhook.ts";
import type { ChatFormat } from "../domain/webhook-format.ts";
import { bodyOf, messageIdOf } from "./delivery-body.ts";
import { type ChatMessage, joinEvents, testMessage } from "./formats/chat-message.ts";
import { chatRequest, chatUrl } from "./formats/chat-request.ts";
import { joinDigest } from "./formats/digest-message.ts";
import { type MailTexts, mailTexts, mailTextsSchema } from "./formats/mail.ts";
import { confirmationTexts, mailRequest } from "./mail-request.ts";
import type { SendMail } from "./sent-mail.ts";
import type { SendWebhook, SentRequest, SentResult } from "./sent-request.ts";
import { signDelivery } from "./sign-delivery.ts";

/** The deliveries of an endpoint that one request sends. For a digest, only its first delivery is listed. */
export type DeliveryMessage = readonly [DueDelivery, ...DueDelivery[]];

/**
 * Returns the messages of an endpoint's deliveries in order. A message that is sent at once combines an app's events of
 * one report. Any other message starts from one delivery.
 */
export function messagesOf(deliveries: readonly DueDelivery[]): readonly DeliveryMessage[] {
  const joined = Map.groupBy(deliveries, (delivery) => {
    const { id, format, timing, event, attempts, written_in } = delivery;
    const isJoined = format !== "standard" && timing === "at_once" && event !== null;
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

export type Transport = {
  readonly send: SendWebhook;
  /** Undefined in a stage that sends no mail. */
  readonly mail: { readonly send: SendMail; readonly from: string } | undefined;
};

export type PreparedMessage = {
  /** The list of deliveries shows it. A later attempt sends it again if the events were deleted by then. */
  readonly payload: string;
  readonly send: () => Promise<SentResult>;
};

type Preparing = Transport & { readonly db: Db };

export type PreparedMessages = {
  /** Undefined if its events were deleted or its first delivery is no longer pending. */
  readonly prepared: PreparedMessage | undefined;
  /** All deliveries that the message sends. */
  readonly ids: readonly number[];
  readonly isDigest: boolean;
};

/** Returns a prepared message, with the ids of all deliveries that it sends. */
export async function prepareMessage(
  deps: Preparing,
  message: DeliveryMessage,
  { sentAt }: { readonly sentAt: number },
): Promise<PreparedMessages> {
  const [first] = message;
  const { format } = first;
  const alone = { ids: message.map(({ id }) => id), isDigest: false };
  if (format === "standard") return { ...alone, prepared: requested(deps, signedRequest(first, sentAt)) };
  const isLeader = first.timing !== "at_once" && first.event !== null;
  const digest = isLeader ? await readDigest(deps.db, { id: first.id, isOfApp: first.timing === "after_day" }) : [];
  const [top] = digest;
  // The first delivery is no longer pending, or all events of the digest were deleted.
  if (isLeader && top === undefined) return { ...alone, prepared: undefined };
  const shown = top === undefined ? messageOf(message) : digestMessage(first, digest, top);
  const prepared =
    format === "email"
      ? mailed(deps, { delivery: first, texts: textsOf(first, shown), sentAt })
      : requested(deps, chatRequestOf(format, first, shown));
  return top === undefined ? { ...alone, prepared } : { ids: top.ids, isDigest: true, prepared };
}

function requested({ send }: Transport, request: SentRequest | undefined): PreparedMessage | undefined {
  return request === undefined ? undefined : { payload: request.body, send: () => send(request) };
}

type Mail = { readonly delivery: DueDelivery; readonly texts: MailTexts | undefined; readonly sentAt: number };

/** The list of deliveries does not show the links that end mails or confirm an address. */
function mailed({ mail }: Transport, { delivery, texts, sentAt }: Mail): PreparedMessage | undefined {
  if (texts === undefined) return undefined;
  if (mail === undefined) throw new Error("This stage sends no mail, and has an endpoint of mail.");
  const shown = delivery.type === CONFIRMATION_TYPE ? { subject: texts.subject } : texts;
  const request = mailRequest(texts, { delivery, from: mail.from, sentAt });
  return { payload: JSON.stringify(shown), send: () => mail.send(request) };
}

function textsOf(delivery: DueDelivery, message: ChatMessage | undefined): MailTexts | undefined {
  if (delivery.type === CONFIRMATION_TYPE) return confirmationTexts(delivery);
  if (message !== undefined) return mailTexts(message);
  return delivery.payload === null ? undefined : mailTextsSchema().parse(JSON.parse(delivery.payload));
}

function signedRequest(delivery: DueDelivery, sentAt: number): SentRequest | undefined {
  const body = bodyOf(delivery);
  if (body === undefined) return undefined;
  const secrets = delivery.secrets.flatMap((secret) => (secret === null ? [] : [Buffer.from(secret, "base64")]));
  const signed = signDelivery({ id: messageIdOf(delivery), sentAt, body }, secrets);
  return withAgent({ url: delivery.url, headers: { "content-type": "application/json", ...signed }, body });
}

function chatRequestOf(
  format: ChatFormat,
  { url, payload }: DueDelivery,
  message: ChatMessage | undefined,
): SentRequest | undefined {
  if (message !== undefined) return withAgent(chatRequest(format, { url, message }));
  if (payload === null) return undefined;
  return withAgent({ url: chatUrl(format, url), headers: { "content-type": "application/json" }, body: payload });
}

/** Returns undefined if the events are gone. */
function messageOf(message: DeliveryMessage): ChatMessage | undefined {
  const [first] = message;
  if (first.type === TEST_TYPE) return testMessage({ at: first.created_at, link: linkTo(first, "") });
  // An event that was replayed while its delivery was pending has two deliveries.
  const byId = new Map(message.flatMap(({ event }) => (event === null ? [] : [[event.id, event] as const])));
  const [event, ...others] = byId.values();
  if (event === undefined) return undefined;
  const link = linkTo(first, `/apps/${event.app.platform}/${event.app.external_id}`);
  return joinEvents({ events: [event, ...others], link });
}

function digestMessage(delivery: DueDelivery, rows: readonly DigestRow[], top: DigestRow): ChatMessage {
  const { app } = top.event;
  if (delivery.timing === "after_day") {
    const events = [top.event, ...rows.slice(1).map(({ event }) => event)] as const;
    const link = linkTo(delivery, `/apps/${app.platform}/${app.external_id}`);
    return joinEvents({ events, eventsTotal: top.events_total, link });
  }
  const apps = [...Map.groupBy(rows, ({ event }) => event.app.id).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ events: [first.event, ...others.map(({ event }) => event)] as const, eventsTotal: first.events_of_app }],
  );
  const [first, ...others] = apps;
  if (first === undefined) throw new RangeError("A digest has an event.");
  return joinDigest({
    apps: [first, ...others],
    eventsTotal: top.events_total,
    appsTotal: top.apps_total,
    link: linkTo(delivery, ""),
  });
}

/** Returns the address of a screen of the dashboard, if the service knows its own address. */
function linkTo({ origin }: DueDelivery, path: string): string | null {
  return origin === null ? null : `${origin}${DASHBOARD_PATH}${path}`;
}

function withAgent({ headers, ...request }: SentRequest): SentRequest {
  return { ...request, headers: { ...headers, "user-agent": "Shelfwatch-Webhooks/1" } };
}
