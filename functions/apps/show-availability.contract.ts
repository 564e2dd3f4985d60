import * as z from "zod";

import { availabilityResponse } from "../../lib/apps/availability-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const showAvailabilityContract = defineContract({
  operation: "showAvailability",
  summary: "Show whether an app is available in each storefront of its store, since when, and when that was last read.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/availability",
  access: "read",
  params: appParams,
  success: { status: 200, data: () => z.array(availabilityResponse()) },
  failures: ["not_found"],
});
