import * as z from "zod";

import { competitorGroupResponse } from "../../lib/competitors/competitor-response.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { pageParameters } from "../../lib/http/parameters.ts";
import { pageResponse } from "../../lib/http/response-schemas.ts";

export const listCompetitorsContract = defineContract({
  operation: "listCompetitors",
  summary:
    "Every competitor of the caller's tracked apps, by tracked app. Pages and `meta` count tracked apps: a page holds up to `per_page`, and fewer where they have many competitors. An app and all its competitors are on one page.",
  tag: "competitors",
  method: "GET",
  path: "/competitors",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({
    platform: platformSchema.optional().meta({ description: "Store of the tracked app." }),
    search: z.string().max(100).optional().meta({
      description:
        "Part of a name, in any case: a tracked app of that name keeps all its competitors, any other those of that name.",
    }),
    ...pageParameters,
  }),
  body: null,
  success: { 200: pageResponse(competitorGroupResponse) },
  failures: [],
});
