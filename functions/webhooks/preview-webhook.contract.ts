import * as z from "zod";

import { eventFilterSchema } from "../../lib/domain/event-filter.ts";
import { feedScopeSchema } from "../../lib/domain/feed.ts";
import { PREVIEW_DAYS, webhookTypesSchema } from "../../lib/domain/webhook.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { previewResponse } from "../../lib/webhooks/webhook-response.ts";

export const previewWebhookContract = defineContract({
  operation: "previewWebhook",
  summary: `Show which events of the last ${PREVIEW_DAYS} days a new webhook would have sent. Nothing is stored or sent.`,
  tag: "webhooks",
  method: "POST",
  path: "/webhooks/preview",
  access: "write",
  body: () =>
    z.object({
      scope: feedScopeSchema(),
      types: webhookTypesSchema().default([]).meta({ description: "Show only events of these types. Empty for all." }),
      min_weight: z.number().min(0).max(1).default(0),
      filter: eventFilterSchema().default({}),
    }),
  success: { status: 200, data: previewResponse },
});
