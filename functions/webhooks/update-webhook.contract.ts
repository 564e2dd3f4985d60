import * as z from "zod";

import { eventFilterSchema } from "../../lib/domain/event-filter.ts";
import { feedScopeSchema } from "../../lib/domain/feed.ts";
import { ownNameField } from "../../lib/domain/own-name.ts";
import {
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_NAME_MAX,
  webhookTypesSchema,
  webhookUrlSchema,
} from "../../lib/domain/webhook.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";
import { digestHourSchema, timingSchema, webhookResponse } from "../../lib/webhooks/webhook-response.ts";

export const updateWebhookContract = defineContract({
  operation: "updateWebhook",
  summary:
    "Change a webhook. Omitted fields stay unchanged. Disabling it cancels its pending deliveries, and enabling it " +
    "sends events from then on.",
  tag: "webhooks",
  method: "PATCH",
  path: "/webhooks/{webhook_id}",
  access: "write",
  params: () => z.object({ webhook_id: rowIdParameter() }),
  body: () =>
    z.object({
      name: ownNameField(WEBHOOK_NAME_MAX).optional(),
      description: z.string().trim().max(WEBHOOK_DESCRIPTION_MAX).optional(),
      url: webhookUrlSchema().optional(),
      scope: feedScopeSchema().optional(),
      types: webhookTypesSchema().optional(),
      min_weight: z.number().min(0).max(1).optional(),
      filter: eventFilterSchema().optional().meta({ description: "It replaces the whole filter." }),
      timing: timingSchema().optional(),
      digest_hour: digestHourSchema().optional(),
      status: z.enum(["enabled", "disabled"]).optional(),
    }),
  success: { status: 200, data: webhookResponse },
  failures: ["not_found"],
});
