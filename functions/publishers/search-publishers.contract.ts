import * as z from "zod";

import { liveStoreFailures } from "../../lib/errors.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { storeSearchParameters } from "../../lib/http/parameters.ts";
import { foundPublisherResponse } from "../../lib/responses/publisher-response.ts";

export const searchPublishersContract = defineContract({
  operation: "searchPublishers",
  summary: "Search a store for publishers. The publishers and the apps that the store shows with them become known.",
  tag: "publishers",
  method: "GET",
  path: "/publishers/search",
  access: "read",
  allowance: "store_requests",
  query: () =>
    z.object({
      ...storeSearchParameters(),
    }),
  success: { status: 200, data: () => z.array(foundPublisherResponse()) },
  caching: "none",
  failures: liveStoreFailures,
});
