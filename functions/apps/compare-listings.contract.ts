import * as z from "zod";

import { listingDiffResponse } from "../../lib/apps/listing-diff-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, listingMomentParameter, localeParameter } from "../../lib/http/parameters.ts";

export const compareListingsContract = defineContract({
  operation: "compareListings",
  summary:
    "Compare an app's listing on two days, in two versions or in two languages. The response has the fields that " +
    "differ, with full texts.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/listing/diff",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      locale: localeParameter().meta({ description: "The store's language code." }),
      with_locale: localeParameter().optional().meta({
        description: "A second language for the comparison. The default is the same language.",
      }),
      from: listingMomentParameter()
        .optional()
        .meta({
          description:
            "A day (UTC), which means the listing at its end, or the id of a version. Required without " +
            "`with_locale`. With `with_locale`, the default is the value of `to`.",
          example: "2026-03-01",
        }),
      to: listingMomentParameter().optional().meta({
        description: "A day (UTC) or the id of a version. The default is now.",
        example: "2026-03-31",
      }),
    }),
  success: { status: 200, data: listingDiffResponse },
  failures: ["not_found", "listing_not_stored"],
});
