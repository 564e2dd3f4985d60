import * as z from "zod";

import { feedFileSchema } from "../../lib/domain/feed.ts";
import { defineContract, FEED_PREFIX } from "../../lib/http/contract.ts";

export const showFeedContract = defineContract({
  operation: "showFeed",
  summary: "Show the newest events of a feed, as Atom or as JSON Feed. The address is the only proof.",
  tag: "feeds",
  method: "GET",
  prefix: FEED_PREFIX,
  path: "/{file}",
  access: "feed",
  rateLimit: "feed",
  params: () => z.object({ file: feedFileSchema() }),
  success: { status: 200, document: true },
  caching: "minutes",
  failures: ["not_found", "feed_deleted"],
});
