import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { ratingSummaryResponse } from "../../lib/ratings/rating-response.ts";

export const showRatingSummaryContract = defineContract({
  operation: "showRatingSummary",
  summary: "Show an app's ratings over all storefronts, and how they changed since a day 30 to 60 days before.",
  tag: "ratings",
  method: "GET",
  path: "/apps/{platform}/{external_id}/ratings/summary",
  access: "read",
  params: appParams,
  success: { status: 200, data: ratingSummaryResponse },
  failures: ["not_found"],
});
