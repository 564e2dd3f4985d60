import * as z from "zod";

import { answer } from "../../lib/http/answers.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { publisherParams } from "../../lib/http/parameters.ts";
import { publisherDetailResponse } from "../../lib/publishers/publisher-detail-response.ts";

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
  success: { 200: answer(publisherDetailResponse) },
  failures: ["not_found"],
});
