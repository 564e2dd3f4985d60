import * as z from "zod";

import { listingResponse } from "../../lib/apps/listing-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodeParameter } from "../../lib/http/parameters.ts";

export const showListingContract = defineContract({
  operation: "showListing",
  summary: "Show the last known listing of an app in one locale.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/listing",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      country_code: countryCodeParameter(),
      locale: z
        .string()
        .max(35)
        .regex(/^[A-Za-z0-9-]+$/)
        .optional()
        .meta({ description: "The store's own code. Default: the first language of the country." }),
    }),
  success: { status: 200, data: listingResponse },
  failures: ["not_found", "listing_not_stored"],
});
