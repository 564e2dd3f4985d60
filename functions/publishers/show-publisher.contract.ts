import { defineContract } from "../../lib/http/contract.ts";
import { publisherParams } from "../../lib/http/publisher-parameters.ts";
import { publisherDetailResponse } from "../../lib/publishers/publisher-detail-response.ts";

export const showPublisherContract = defineContract({
  operation: "showPublisher",
  summary: "Show a publisher and its apps that the caller tracks.",
  tag: "publishers",
  method: "GET",
  path: "/publishers/{platform}/{external_id}",
  access: "read",
  params: publisherParams,
  success: { status: 200, data: publisherDetailResponse },
  failures: ["not_found"],
});
