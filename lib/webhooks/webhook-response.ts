import * as z from "zod";

import type { DeliveryRow } from "../../db/queries/webhooks/deliveries.ts";
import type { WebhookRow } from "../../db/queries/webhooks/endpoints.ts";
import { alertTimings, DAY_ENDED_HOUR, DIGEST_HOUR_DEFAULT } from "../domain/alert-timing.ts";
import { eventId } from "../domain/event.ts";
import { eventFilterSchema } from "../domain/event-filter.ts";
import { feedKinds } from "../domain/feed.ts";
import { platformSchema } from "../domain/platform.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import {
  cancelledReasons,
  deliveryErrors,
  deliveryStatuses,
  deliveryTypes,
  disabledReasons,
  PREVIEW_DAYS,
  PREVIEW_SAMPLES,
} from "../domain/webhook.ts";
import { maskedUrl, webhookFormats } from "../domain/webhook-format.ts";
import { eventResponse } from "../responses/event-response.ts";
import { lazy } from "../runtime/lazy.ts";

export const timingSchema = () =>
  z.enum(alertTimings).meta({
    description:
      `When messages are sent. \`after_day\`: at ${DAY_ENDED_HOUR}:00 UTC, once the day before has been read. ` +
      "`daily`: one digest of all apps. The format `standard` sends each event at once.",
  });

export const digestHourSchema = () =>
  z
    .int()
    .min(0)
    .max(23)
    .meta({ description: `The hour (UTC) of the digest. Default: ${DIGEST_HOUR_DEFAULT}. Only with \`daily\`.` });

const endpointShape = () => ({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  url: z.string().meta({
    description:
      "Address of the receiver. The address of a chat is a secret, so only its host and its end are shown. For " +
      "mail, it is `mailto:` with the address of the account.",
  }),
  is_confirmed: z
    .boolean()
    .nullable()
    .meta({
      description:
        "False until the address of the account is confirmed by the link in a mail. A test sends the link again. " +
        "Null for all other formats.",
    }),
  format: z.enum(webhookFormats),
  scope: z.object({
    kind: z.enum(feedKinds),
    app: z
      .object({ platform: platformSchema(), external_id: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: "The app of an endpoint of one app. Null for all other kinds." }),
    view: z.object({ id: z.int(), name: z.string() }).nullable().meta({
      description: "The saved view of an endpoint of a view. Null after it was deleted. No event matches then.",
    }),
  }),
  types: z.array(z.string()).meta({ description: "Types of events that are sent. Empty for all types." }),
  min_weight: z.number(),
  filter: eventFilterSchema().meta({
    description: "Further conditions that an event must meet. Empty if there are none.",
  }),
  timing: timingSchema(),
  digest_hour: z
    .int()
    .nullable()
    .meta({ description: "Hour (UTC) of the digest. Null if the webhook sends no digest." }),
  status: z.enum(["enabled", "disabled"]),
  disabled_reason: z
    .enum(disabledReasons)
    .nullable()
    .meta({
      description:
        "`failing`: attempts failed for days. `gone`: the receiver responded with 410. `unsubscribed`: somebody " +
        "opened the link in a mail that ends them.",
    }),
  failing_since: timestamp().nullable().meta({
    description: "Time of the first failure since the last success. Earlier failures of the mail server do not count.",
  }),
  last_delivered_at: timestamp().nullable(),
  previous_secret_until: timestamp()
    .nullable()
    .meta({ description: "The replaced secret also signs deliveries until this time. Null if it does not." }),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const webhookResponse = lazy(() => z.object(endpointShape()).meta({ id: "Webhook" }));

const secret = () =>
  z.string().meta({ description: "Secret of Standard Webhooks, `whsec_` and base64. It is shown only once." });

export const createdWebhookResponse = lazy(() =>
  z
    .object({
      ...endpointShape(),
      secret: secret()
        .nullable()
        .meta({ description: "It is shown only once. Null for a chat, which does not verify signatures." }),
    })
    .meta({ id: "CreatedWebhook" }),
);

export const rotatedSecretResponse = lazy(() =>
  z
    .object({
      secret: secret(),
      previous_secret_until: timestamp().meta({
        description: "The replaced secret also signs deliveries until this time.",
      }),
    })
    .meta({ id: "RotatedSecret" }),
);

export const deliveryResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      event_id: z
        .string()
        .nullable()
        .meta({ description: "The event. Null for a test, and for the link that confirms an address." }),
      type: z.enum(deliveryTypes),
      status: z.enum(deliveryStatuses),
      cancelled_reason: z
        .enum(cancelledReasons)
        .nullable()
        .meta({
          description:
            "`too_many`: too many later deliveries were pending. `disabled`: the endpoint was disabled. `too_old`: a " +
            "message to be sent at once waited for more than a day.",
        }),
      attempts: z.int(),
      next_attempt_at: timestamp().nullable().meta({ description: "Null unless the delivery is pending." }),
      payload: z.string().nullable().meta({ description: "The body that was sent. Null before the first attempt." }),
      last_attempt_at: timestamp().nullable(),
      last_status: z.int().nullable().meta({ description: "Status of the last response. Null without a response." }),
      last_error: z.enum(deliveryErrors).nullable().meta({ description: "Why the last attempt had no response." }),
      last_duration_ms: z.int().nullable(),
      response_excerpt: z.string().nullable().meta({ description: "The beginning of the last response, up to 1 KB." }),
      created_at: timestamp(),
      finished_at: timestamp().nullable(),
    })
    .meta({ id: "WebhookDelivery" }),
);

export const previewResponse = lazy(() =>
  z
    .object({
      events_total: z.int(),
      days: z.array(z.object({ date: calendarDate(), events: z.int() })).meta({
        description: `Each of the last ${PREVIEW_DAYS} days (UTC), the earliest first.`,
      }),
      samples: z.array(eventResponse()).meta({ description: `The newest ${PREVIEW_SAMPLES} of these events.` }),
    })
    .meta({ id: "WebhookPreview" }),
);

export const replayResponse = lazy(() =>
  z.object({ queued: z.int().meta({ description: "Number of events that are sent again." }) }).meta({ id: "Replay" }),
);

export function presentWebhook({ kind, app, view, ...row }: WebhookRow) {
  const status = row.disabled_reason === null ? ("enabled" as const) : ("disabled" as const);
  return { ...row, url: maskedUrl(row.format, row.url), scope: { kind, app, view }, status };
}

export function presentDelivery({ event_id, next_attempt_at, ...row }: DeliveryRow) {
  return {
    ...row,
    event_id: event_id === null ? null : eventId(event_id),
    next_attempt_at: row.status === "pending" ? next_attempt_at : null,
  };
}
