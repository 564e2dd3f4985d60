import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { pageParameters } from "../../lib/http/parameters.ts";
import { pageResponse } from "../../lib/http/response-schemas.ts";
import { trackedPublisherResponse } from "../../lib/publishers/publisher-response.ts";

export const listPublishersContract = defineContract({
  operation: "listPublishers",
  summary: "Publishers of the apps that the caller tracks, by name.",
  tag: "publishers",
  method: "GET",
  path: "/publishers",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({ platform: platformSchema.optional(), ...pageParameters }),
  body: null,
  success: { 200: pageResponse(trackedPublisherResponse) },
  failures: [],
});
