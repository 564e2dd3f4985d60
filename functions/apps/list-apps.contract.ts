import * as z from "zod";

import { trackedAppResponse } from "../../lib/apps/tracked-app-response.ts";
import { appParts, appSorts, TREND_POINTS } from "../../lib/domain/app-trends.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { sortOrders } from "../../lib/domain/sort-order.ts";
import { defineContract } from "../../lib/http/contract.ts";
import {
  countryCodeParameter,
  keyedPageParameters,
  listParameter,
  searchParameter,
  tagsParameter,
} from "../../lib/http/parameters.ts";

export const listAppsContract = defineContract({
  operation: "listApps",
  summary:
    "List the apps that the caller tracks with their sync status, most recently tracked first or sorted by a value " +
    "of their trends.",
  tag: "apps",
  method: "GET",
  path: "/apps",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema().optional(),
      search: searchParameter(),
      tags: tagsParameter("Return only apps with at least one of these tags, given by id."),
      include: listParameter(z.enum(appParts), appParts.length)
        .optional()
        .meta({ description: `\`trends\` adds each app's values and last ${TREND_POINTS} days in one storefront.` }),
      country_code: countryCodeParameter()
        .optional()
        .meta({ description: "Storefront of the trends. The default is each app's own storefront." }),
      sort: z
        .enum(appSorts)
        .optional()
        .meta({
          description:
            "A value of `trends`, or the time of the newest event for `last_event`. Prices are compared as numbers, " +
            "whatever their currency, and moves by their size. Apps without the value come last.",
        }),
      order: z
        .enum(sortOrders)
        .optional()
        .meta({ description: "The default is `asc` for `rank` and `desc` for all others. It requires `sort`." }),
      ...keyedPageParameters(),
    }),
  success: { status: 200, page: trackedAppResponse },
});
