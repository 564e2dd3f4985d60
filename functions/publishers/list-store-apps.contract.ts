import * as z from "zod";

import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { liveStoreFailures } from "../../lib/errors.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { countryCodeParameter, publisherParams } from "../../lib/http/parameters.ts";
import { storeAppResponse } from "../../lib/publishers/publisher-response.ts";

export const listStoreAppsContract = defineContract({
  operation: "listPublisherStoreApps",
  summary: "Ask the store for every app of a publisher. They become known to the database.",
  tag: "publishers",
  method: "GET",
  path: "/publishers/{platform}/{external_id}/store-apps",
  access: "read",
  rateLimit: "user",
  params: publisherParams,
  query: z.object({ country_code: countryCodeParameter.default(DEFAULT_COUNTRY) }),
  body: null,
  success: {
    200: z.object({
      data: z.array(storeAppResponse).meta({
        description: "In the store's order: up to 200 apps of the App Store, up to 1,000 of Google Play.",
      }),
      meta: z.object({
        country_code: z.string(),
        is_available: z
          .boolean()
          .meta({ description: "false when the store itself says that it has no such publisher in the country." }),
      }),
    }),
  },
  failures: ["not_found", ...liveStoreFailures],
});
