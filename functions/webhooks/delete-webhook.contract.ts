import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";

export const deleteWebhookContract = defineContract({
  operation: "deleteWebhook",
  summary: "Delete a webhook and its deliveries.",
  tag: "webhooks",
  method: "DELETE",
  path: "/webhooks/{webhook_id}",
  access: "write",
  params: () => z.object({ webhook_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
