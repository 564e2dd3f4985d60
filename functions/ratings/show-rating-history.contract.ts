import * as z from "zod";

import { RATING_DAYS, RATING_DAYS_MAX } from "../../lib/domain/rating-days.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodesParameter, wholeNumberParameter } from "../../lib/http/parameters.ts";
import { ratingHistoryMeta, ratingPointResponse } from "../../lib/ratings/rating-response.ts";

const COUNTRIES_MAX = 50;

export const showRatingHistoryContract = defineContract({
  operation: "showRatingHistory",
  summary:
    "Show an app's daily ratings until today, over all storefronts or over some. Days without a measurement are null.",
  tag: "ratings",
  method: "GET",
  path: "/apps/{platform}/{external_id}/ratings/history",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      days: wholeNumberParameter({ max: RATING_DAYS_MAX, fallback: RATING_DAYS }),
      country_codes: countryCodesParameter(COUNTRIES_MAX)
        .optional()
        .meta({
          description:
            "Sum the ratings of these App Store storefronts. The default is all storefronts together. Rejected for " +
            "Google Play, whose ratings are the same in all storefronts.",
        }),
    }),
  success: { status: 200, data: () => z.array(ratingPointResponse()), meta: ratingHistoryMeta },
  failures: ["not_found"],
});
