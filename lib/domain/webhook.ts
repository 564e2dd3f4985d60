import * as z from "zod";

import { eventTypeSchema, eventTypes } from "./event.ts";
import { CONFIRMATION_TYPE } from "./mail.ts";

export const WEBHOOKS_MAX = 10;
export const WEBHOOK_NAME_MAX = 80;
export const WEBHOOK_DESCRIPTION_MAX = 200;
const URL_MAX = 2_000;

/** Beyond it, the oldest deliveries of an endpoint are cancelled. */
export const PENDING_DELIVERIES_MAX = 5_000;
/** A delivery is deleted so long after it was made. */
export const DELIVERY_DAYS = 30;
export const PAYLOAD_BYTES_MAX = 20 * 1_024;
export const EXCERPT_BYTES_MAX = 1_024;
/** The replaced secret signs for so long, too. */
export const ROTATION_HOURS = 24;
export const REPLAY_DAYS_MAX = 7;
export const REPLAYED_EVENTS_MAX = 5_000;
/** The most events that one message joins. */
export const JOINED_EVENTS_MAX = 50;
/** No message to a chat is made of an event that occurred earlier, unless its user has it sent again. */
export const ALERT_HOURS_MAX = 24;
/** A preview shows which events of these days a webhook would have sent, and some of them. */
export const PREVIEW_DAYS = 30;
export const PREVIEW_SAMPLES = 20;
/** Requests of one tick, each to another endpoint. */
export const SENT_AT_ONCE = 20;
/** The limit counts the tests of all webhooks of a user. */
export const TESTS_PER_MINUTE = 5;

/** The type of a delivery that its user requests to test an endpoint. */
export const TEST_TYPE = "webhook.test";

export const deliveryTypes = [...eventTypes, TEST_TYPE, CONFIRMATION_TYPE] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

export const deliveryStatuses = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `too_many`: too many later deliveries were pending. `too_old`: it waited for more than a day to be sent at once. */
export const cancelledReasons = ["disabled", "too_many", "too_old", "event_deleted"] as const;

/** `gone`: the receiver responded with 410. `unsubscribed`: somebody opened the link of a mail. */
export const disabledReasons = ["user", "failing", "gone", "unsubscribed"] as const;

/** Why an attempt has no response. */
export const deliveryErrors = ["dns", "rejected_address", "connect", "tls", "timeout", "response"] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

export const webhookTypesSchema = () => z.array(eventTypeSchema()).max(eventTypes.length);

export type UrlRules = {
  /** `allowed` is for a receiver on the machine of a local stage, over HTTP. */
  readonly loopback: "allowed" | "rejected";
};

export const LOOPBACK = "127.0.0.1";

const HTTPS_PORT = 443;
const UNPRIVILEGED_PORT_MIN = 1_024;
const addressOfIpv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Only its form is checked. The sender checks the address to which a name leads, each time. */
export const webhookUrlSchema = () => z.string().trim().min(1).max(URL_MAX);

/** Returns what is wrong with the address of a receiver, or undefined. */
export function faultOfUrl(text: string, { loopback }: UrlRules): string | undefined {
  const url = URL.parse(text);
  if (url === null || /\s/.test(text)) return "The url field must be a valid URL.";
  return faultOfParts(text, url) ?? faultOfPlace(url, loopback);
}

function faultOfParts(text: string, { username, password }: URL): string | undefined {
  if (username !== "" || password !== "") return "The url field must not contain a user or a password.";
  return text.includes("#") ? "The url field must not contain a fragment." : undefined;
}

function faultOfPlace(url: URL, loopback: UrlRules["loopback"]): string | undefined {
  if (loopback === "allowed" && url.protocol === "http:" && url.hostname === LOOPBACK) {
    return undefined;
  }
  if (url.protocol !== "https:") return "The url field must begin with https.";
  if (url.hostname.startsWith("[") || addressOfIpv4.test(url.hostname)) {
    return "The url field must name a host, not an address.";
  }
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < UNPRIVILEGED_PORT_MIN)
    return "The port of the url field must be 443 or above 1023.";
  return undefined;
}
