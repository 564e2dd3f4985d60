import * as z from "zod";

import { feedResponse } from "../../lib/feeds/feed-response.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const listFeedsContract = defineContract({
  operation: "listFeeds",
  summary: "List the caller's feeds, newest first. Their addresses are never shown again.",
  tag: "feeds",
  method: "GET",
  path: "/feeds",
  access: "read",
  success: { status: 200, data: () => z.array(feedResponse()) },
});
