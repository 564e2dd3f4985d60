import * as z from "zod";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodeParameter, dateParameter, localeParameter } from "../../lib/http/parameters.ts";
import { listingResponse } from "../../lib/responses/listing-response.ts";

export const showListingContract = defineContract({
  operation: "showListing",
  summary: "Show the last known listing of an app in one locale, or the one of a day.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/listing",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      country_code: countryCodeParameter(),
      locale: localeParameter()
        .optional()
        .meta({ description: "The store's own code. Default: the first language of the country." }),
      at: dateParameter()
        .optional()
        .meta({
          description:
            "A day (UTC): the listing and the price that the store showed at its end, `texts_as_of` and `metrics_as_of` being " +
            "when they were first read. Default: now.",
        }),
    }),
  success: { status: 200, data: listingResponse },
  failures: ["not_found", "listing_not_stored"],
});
