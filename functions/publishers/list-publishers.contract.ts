import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { keyedPageParameters, tagsParameter } from "../../lib/http/parameters.ts";
import { trackedPublisherResponse } from "../../lib/responses/publisher-response.ts";

export const listPublishersContract = defineContract({
  operation: "listPublishers",
  summary: "List the publishers of the apps that the caller tracks, sorted by name.",
  tag: "publishers",
  method: "GET",
  path: "/publishers",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema().optional(),
      tags: tagsParameter("Count only tracked apps with at least one of these tags, given by id."),
      ...keyedPageParameters(),
    }),
  success: { status: 200, page: trackedPublisherResponse },
});
