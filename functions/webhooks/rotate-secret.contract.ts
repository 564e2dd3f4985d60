import * as z from "zod";

import { ROTATION_HOURS } from "../../lib/domain/webhook.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";
import { rotatedSecretResponse } from "../../lib/webhooks/webhook-response.ts";

export const rotateSecretContract = defineContract({
  operation: "rotateSecret",
  summary:
    `Replace the secret of a webhook. For ${ROTATION_HOURS} hours, deliveries are signed with both secrets, and the ` +
    "secret cannot be replaced again.",
  tag: "webhooks",
  method: "POST",
  path: "/webhooks/{webhook_id}/rotate-secret",
  access: "write",
  params: () => z.object({ webhook_id: rowIdParameter() }),
  success: { status: 200, data: rotatedSecretResponse },
  failures: ["not_found", "conflict"],
  hasSecret: true,
});
