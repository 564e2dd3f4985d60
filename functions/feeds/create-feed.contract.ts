import * as z from "zod";

import { FEED_NAME_MAX, FEEDS_MAX, feedScopeSchema } from "../../lib/domain/feed.ts";
import { createdFeedResponse } from "../../lib/feeds/feed-response.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const createFeedContract = defineContract({
  operation: "createFeed",
  summary:
    "Create an address at which a feed reader finds events, as Atom and as JSON Feed. Everyone who has the address " +
    `can read the feed, and the address is shown only once. Each user can have up to ${FEEDS_MAX} feeds.`,
  tag: "feeds",
  method: "POST",
  path: "/feeds",
  access: "write",
  body: () =>
    z.object({
      name: z
        .string()
        .trim()
        .min(1, "The name field is required.")
        .max(FEED_NAME_MAX)
        .meta({ description: "Title of the feed, which every reader of it sees." }),
      scope: feedScopeSchema(),
    }),
  success: { status: 201, data: createdFeedResponse },
  hasSecret: true,
});
