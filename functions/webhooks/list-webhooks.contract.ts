import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { webhookResponse } from "../../lib/webhooks/webhook-response.ts";

export const listWebhooksContract = defineContract({
  operation: "listWebhooks",
  summary: "List the caller's webhooks, newest first. Their secrets are never shown again.",
  tag: "webhooks",
  method: "GET",
  path: "/webhooks",
  access: "read",
  success: { status: 200, data: () => z.array(webhookResponse()) },
});
