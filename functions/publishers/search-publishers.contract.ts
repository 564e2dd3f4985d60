import * as z from "zod";

import { liveStoreFailures } from "../../lib/errors.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { storeSearchParameters } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";
import { foundPublisherResponse } from "../../lib/publishers/publisher-response.ts";

export const searchPublishersContract = defineContract({
  operation: "searchPublishers",
  summary: "Ask a store for publishers by term. They and the apps they are shown with become known to the database.",
  tag: "publishers",
  method: "GET",
  path: "/publishers/search",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({
    ...storeSearchParameters,
  }),
  body: null,
  success: { 200: dataResponse(z.array(foundPublisherResponse)) },
  failures: liveStoreFailures,
});
