import * as z from "zod";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { keyedPageParameters, tagsParameter } from "../../lib/http/parameters.ts";
import { competitorGroupResponse } from "../../lib/responses/competitor-response.ts";

export const listCompetitorsContract = defineContract({
  operation: "listCompetitors",
  summary:
    "List the competitors of the caller's tracked apps, grouped by tracked app. A page has up to `per_page` tracked " +
    "apps, or fewer if they have many competitors. An app and all its competitors are on one page. `meta` counts " +
    "tracked apps.",
  tag: "competitors",
  method: "GET",
  path: "/competitors",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema().optional().meta({ description: "Store of the tracked app." }),
      search: z
        .string()
        .max(100)
        .optional()
        .meta({
          description:
            "Matches part of a name, ignoring case. A tracked app whose name matches is listed with all its " +
            "competitors. Other tracked apps are listed with the competitors whose names match.",
        }),
      tags: tagsParameter(
        "A tracked app with at least one of these tags is listed with all its competitors. Other tracked apps are " +
          "listed with the competitors that have one. Tags are given by id.",
      ),
      ...keyedPageParameters(),
    }),
  success: { status: 200, page: competitorGroupResponse },
});
