import * as z from "zod";

import { availabilityResponse } from "../../lib/apps/availability-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const showAvailabilityContract = defineContract({
  operation: "showAvailability",
  summary:
    "Show in which storefronts an app is available, or is not, and since when, by country. Google Play lists those alone in which the app has been missing.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/availability",
  access: "read",
  params: appParams,
  success: { status: 200, data: () => z.array(availabilityResponse()) },
  failures: ["not_found"],
});
