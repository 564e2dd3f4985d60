import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { countryRatingResponse, countryRatingsMeta } from "../../lib/ratings/rating-response.ts";

export const listCountryRatingsContract = defineContract({
  operation: "listCountryRatings",
  summary: "List an app's ratings by storefront. Google Play has no ratings by storefront.",
  tag: "ratings",
  method: "GET",
  path: "/apps/{platform}/{external_id}/ratings/country-breakdown",
  access: "read",
  params: appParams,
  success: { status: 200, data: () => z.array(countryRatingResponse()), meta: countryRatingsMeta },
  failures: ["not_found"],
});
