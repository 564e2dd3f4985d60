import type { Tone } from "../../../components/badge.tsx";
import { eventTypeNames } from "../../../features/events/event-type-names.ts";
import { describeConditions } from "../../../features/webhooks/filter-texts.ts";
import type { Delivery, Webhook } from "../../../features/webhooks/webhook.ts";
import { formatCount, formatQuantity } from "../../../format/numbers.ts";

const disabledReasons: Readonly<Record<NonNullable<Webhook["disabled_reason"]>, string>> = {
  user: "You have disabled it.",
  failing: "All attempts have failed for more than five days.",
  gone: "The receiver responded with 410.",
  unsubscribed: "The link in a mail has ended it.",
};

/** Returns why nothing is sent, or undefined for an enabled webhook. */
export function whyDisabled({ disabled_reason: reason }: Pick<Webhook, "disabled_reason">): string | undefined {
  return reason === null ? undefined : disabledReasons[reason];
}

type SentEvents = Pick<Webhook, "types" | "min_weight" | "filter">;

/** Returns which events of the scope are sent. */
export function describeFilter({ types, min_weight: weight, filter }: SentEvents): string {
  const which = types.length === 0 ? "All types" : formatQuantity(types.length, "type");
  const least = weight === 0 ? [] : [`weight ${weight} or more`];
  return [which, ...least, ...describeConditions(filter)].join(", ");
}

export const deliveryStatuses = ["pending", "delivered", "failed", "cancelled"] as const;

export const statusNames: Readonly<Record<Delivery["status"], string>> = {
  pending: "Pending",
  delivered: "Delivered",
  failed: "Failed",
  cancelled: "Cancelled",
};

export const statusTones: Readonly<Record<Delivery["status"], Tone>> = {
  pending: "neutral",
  delivered: "positive",
  failed: "negative",
  cancelled: "warning",
};

const cancelledReasons: Readonly<Record<NonNullable<Delivery["cancelled_reason"]>, string>> = {
  disabled: "The webhook was disabled.",
  too_many: "Later deliveries took its place.",
  too_old: "It waited for more than a day.",
  event_deleted: "Its event was deleted.",
};

export function whyCancelled({ cancelled_reason: reason }: Pick<Delivery, "cancelled_reason">): string | undefined {
  return reason === null ? undefined : cancelledReasons[reason];
}

const errors: Readonly<Record<NonNullable<Delivery["last_error"]>, string>> = {
  dns: "The host’s name has no address",
  rejected_address: "The host has an address that is not allowed",
  connect: "No connection",
  tls: "No secure connection",
  timeout: "No response in time",
  response: "Broken response",
};

type Attempt = Pick<Delivery, "last_status" | "last_error" | "last_duration_ms">;

/** Returns the result of the last attempt, such as "500 (34 ms)", or undefined before the first one. */
export function describeAttempt({ last_status, last_error, last_duration_ms: ms }: Attempt): string | undefined {
  const outcome = last_error === null ? last_status : errors[last_error];
  if (outcome === null) return undefined;
  return ms === null ? `${outcome}` : `${outcome} (${formatCount(ms)} ms)`;
}

/** Returns what was sent. */
export function nameOfType(type: Delivery["type"]): string {
  if (type === "webhook.test") return "Test";
  return type === "email.confirmation" ? "Link that confirms your address" : eventTypeNames[type];
}

const WATCHED_MS = 120_000;

/** Returns whether the state of a delivery will change soon, so that it is read again. */
export function isDueSoon({ next_attempt_at: at }: Pick<Delivery, "next_attempt_at">, nowMs: number): boolean {
  return at !== null && Date.parse(at) - nowMs < WATCHED_MS;
}
