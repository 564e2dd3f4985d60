import * as z from "zod";

import { CONFIRMATIONS_PER_DAY } from "../../lib/domain/mail.ts";
import { TESTS_PER_MINUTE } from "../../lib/domain/webhook.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";
import { deliveryResponse } from "../../lib/webhooks/webhook-response.ts";

export const testWebhookContract = defineContract({
  operation: "testWebhook",
  summary:
    "Send a `webhook.test` to a webhook, also to a disabled one. Each user can send " +
    `${TESTS_PER_MINUTE} of them per minute. If the address of a mail webhook is not confirmed yet, the ` +
    `link that confirms it is sent instead, up to ${CONFIRMATIONS_PER_DAY} times a day.`,
  tag: "webhooks",
  method: "POST",
  path: "/webhooks/{webhook_id}/test",
  access: "write",
  params: () => z.object({ webhook_id: rowIdParameter() }),
  success: { status: 202, data: deliveryResponse },
  failures: ["not_found"],
});
