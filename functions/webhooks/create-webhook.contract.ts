import * as z from "zod";

import { eventFilterSchema } from "../../lib/domain/event-filter.ts";
import { feedScopeSchema } from "../../lib/domain/feed.ts";
import { ownNameField } from "../../lib/domain/own-name.ts";
import {
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_NAME_MAX,
  WEBHOOKS_MAX,
  webhookTypesSchema,
  webhookUrlSchema,
} from "../../lib/domain/webhook.ts";
import { webhookFormats } from "../../lib/domain/webhook-format.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { createdWebhookResponse, digestHourSchema, timingSchema } from "../../lib/webhooks/webhook-response.ts";

export const createWebhookContract = defineContract({
  operation: "createWebhook",
  summary:
    "Create a webhook, which sends events to an address and signs them by Standard Webhooks 1.0. The secret is " +
    "shown only once. Each user can " +
    `have up to ${WEBHOOKS_MAX} webhooks. Events that were reported earlier are not sent.`,
  tag: "webhooks",
  method: "POST",
  path: "/webhooks",
  access: "write",
  body: () =>
    z.object({
      name: ownNameField(WEBHOOK_NAME_MAX),
      description: z.string().trim().max(WEBHOOK_DESCRIPTION_MAX).default(""),
      url: webhookUrlSchema()
        .optional()
        .meta({
          description:
            "Address of the receiver: https, a public host by name, and port 443 or one above 1023. Required, except " +
            "for the format `email`, whose mails go to the address of the caller's account.",
          example: "https://receiver.example/shelfwatch",
        }),
      format: z
        .enum(webhookFormats)
        .default("standard")
        .meta({
          description:
            "`standard`: each event as a signed request. `email`: mails to the address of the account, after it is " +
            "confirmed. All other formats are messages to the chat with the address `url`. The format cannot be " +
            "changed.",
        }),
      scope: feedScopeSchema(),
      types: webhookTypesSchema().default([]).meta({ description: "Send only events of these types. Empty for all." }),
      min_weight: z
        .number()
        .min(0)
        .max(1)
        .default(0)
        .meta({ description: "Send only events of at least this weight." }),
      filter: eventFilterSchema()
        .default({})
        .meta({ description: "Send only events that meet all of these conditions. Without any, all are sent." }),
      timing: timingSchema().default("at_once"),
      digest_hour: digestHourSchema().optional(),
    }),
  success: { status: 201, data: createdWebhookResponse },
  hasSecret: true,
});
