import * as z from "zod";

import { DELIVERY_DAYS, deliveryStatuses } from "../../lib/domain/webhook.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { DELIVERY_ID_MAX, keyedPageParameters, rowIdParameter } from "../../lib/http/parameters.ts";
import { deliveryResponse } from "../../lib/webhooks/webhook-response.ts";

/** A delivery has up to 22 KB. */
const page = { max: 50, fallback: 20 };

export const listDeliveriesContract = defineContract({
  operation: "listDeliveries",
  summary: `List the deliveries of a webhook in the last ${DELIVERY_DAYS} days, newest first.`,
  tag: "webhooks",
  method: "GET",
  path: "/webhooks/{webhook_id}/deliveries",
  access: "read",
  params: () => z.object({ webhook_id: rowIdParameter() }),
  query: () =>
    z.object({
      status: z.enum(deliveryStatuses).optional().meta({ description: "Return only deliveries with this status." }),
      ...keyedPageParameters(page, DELIVERY_ID_MAX),
    }),
  success: { status: 200, page: deliveryResponse },
  failures: ["not_found"],
});
