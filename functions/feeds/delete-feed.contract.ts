import * as z from "zod";

import { DELETED_FEED_DAYS } from "../../lib/domain/feed.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";

export const deleteFeedContract = defineContract({
  operation: "deleteFeed",
  summary: `Delete a feed. Its address returns 410 for ${DELETED_FEED_DAYS} days, so that feed readers remove it.`,
  tag: "feeds",
  method: "DELETE",
  path: "/feeds/{feed_id}",
  access: "write",
  params: () => z.object({ feed_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
