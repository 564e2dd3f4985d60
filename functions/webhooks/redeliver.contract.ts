import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { deliveryIdParameter, rowIdParameter } from "../../lib/http/parameters.ts";
import { deliveryResponse } from "../../lib/webhooks/webhook-response.ts";

export const redeliverContract = defineContract({
  operation: "redeliver",
  summary: "Send a delivery again with the same id and body, also to a disabled webhook.",
  tag: "webhooks",
  method: "POST",
  path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
  access: "write",
  params: () => z.object({ webhook_id: rowIdParameter(), delivery_id: deliveryIdParameter() }),
  success: { status: 202, data: deliveryResponse },
  failures: ["not_found"],
});
