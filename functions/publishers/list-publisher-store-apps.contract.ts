import * as z from "zod";

import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { liveStoreFailures } from "../../lib/errors.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { countryCodeParameter } from "../../lib/http/parameters.ts";
import { publisherParams } from "../../lib/http/publisher-parameters.ts";
import { storeAppResponse, storeAppsMeta } from "../../lib/publishers/store-app-response.ts";

export const listPublisherStoreAppsContract = defineContract({
  operation: "listPublisherStoreApps",
  summary: "Fetch all apps of a publisher from the store. The apps become known and can be tracked.",
  tag: "publishers",
  method: "GET",
  path: "/publishers/{platform}/{external_id}/store-apps",
  access: "read",
  allowance: "store_requests",
  params: publisherParams,
  query: () => z.object({ country_code: countryCodeParameter().default(DEFAULT_COUNTRY) }),
  success: {
    status: 200,
    data: () =>
      z.array(storeAppResponse()).meta({
        description:
          "The apps are in the store's order. The App Store returns up to 200 apps, and Google Play up to 1,000.",
      }),
    meta: storeAppsMeta,
  },
  caching: "none",
  failures: ["not_found", ...liveStoreFailures],
});
