import * as z from "zod";

import { listingDiffResponse } from "../../lib/apps/listing-diff-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, listingMomentParameter, localeParameter } from "../../lib/http/parameters.ts";

export const compareListingsContract = defineContract({
  operation: "compareListings",
  summary:
    "Compare a listing of an app on two days or in two versions, or in two languages: the fields that differ, with whole texts.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/listing/diff",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      locale: localeParameter().meta({ description: "The store's own code." }),
      with_locale: localeParameter().optional().meta({
        description: "A second language, with which the first is compared. Default: the same one.",
      }),
      from: listingMomentParameter().optional().meta({
        description:
          "A day (UTC), for the listing at its end, or the id of a version. Required without `with_locale`; with it, by default `to`.",
        example: "2026-03-01",
      }),
      to: listingMomentParameter().optional().meta({
        description: "A day (UTC) or the id of a version. Default: now.",
        example: "2026-03-31",
      }),
    }),
  success: { status: 200, data: listingDiffResponse },
  failures: ["not_found", "listing_not_stored"],
});
