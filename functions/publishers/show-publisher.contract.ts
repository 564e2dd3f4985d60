import * as z from "zod";

import { appResponse } from "../../lib/apps/app-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { publisherParams } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";
import { linkedPublisherResponse } from "../../lib/publishers/publisher-response.ts";
import { PUBLISHER_APPS_MAX } from "../../lib/publishers/show-publisher.ts";

const publisherDetailResponse = z
  .object({
    publisher: linkedPublisherResponse,
    apps: z
      .array(appResponse)
      .meta({ description: `Those that the caller tracks, newest tracked first, at most ${PUBLISHER_APPS_MAX}.` }),
  })
  .meta({ id: "PublisherDetail" });

export const showPublisherContract = defineContract({
  operation: "showPublisher",
  summary: "One publisher with those of its apps that the caller tracks.",
  tag: "publishers",
  method: "GET",
  path: "/publishers/{platform}/{external_id}",
  access: "read",
  rateLimit: "user",
  params: publisherParams,
  query: z.object({}),
  body: null,
  success: { 200: dataResponse(publisherDetailResponse) },
  failures: ["not_found"],
});
