import * as z from "zod";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodeParameter, dateParameter, localeParameter } from "../../lib/http/parameters.ts";
import { listingResponse } from "../../lib/responses/listing-response.ts";

export const showListingContract = defineContract({
  operation: "showListing",
  summary: "Show an app's last known listing in one language, or its listing on a given day.",
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
        .meta({ description: "The store's language code. The default is the first language of the country." }),
      at: dateParameter()
        .optional()
        .meta({
          description:
            "A day (UTC). The response is the listing and the price that the store showed at the end of that day, " +
            "`texts_as_of` shows when the texts were first read, and `metrics_as_of` when a metric last changed. " +
            "The default is now.",
        }),
    }),
  success: { status: 200, data: listingResponse },
  failures: ["not_found", "listing_not_stored"],
});
