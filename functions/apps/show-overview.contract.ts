import * as z from "zod";

import { overviewMeta, overviewResponse } from "../../lib/apps/overview-response.ts";
import {
  ALL_RIVALS,
  OVERVIEW_CHARTS_MAX,
  OVERVIEW_DAYS,
  OVERVIEW_DAYS_MAX,
  OVERVIEW_RIVALS_MAX,
} from "../../lib/domain/overview.ts";
import { externalAppIdSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import {
  appParams,
  chartParameter,
  countryCodeParameter,
  listParameter,
  wholeNumberParameter,
} from "../../lib/http/parameters.ts";

export const showOverviewContract = defineContract({
  operation: "showOverview",
  summary:
    "Show the newest figures of an app beside those of a week before, its ratings, prices and ranks by day until " +
    "today, and the newest events of it and of some of its competitors.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/overview",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      days: wholeNumberParameter({ max: OVERVIEW_DAYS_MAX, fallback: OVERVIEW_DAYS }),
      country_code: countryCodeParameter()
        .optional()
        .meta({
          description:
            "Storefront of ranks and prices, by default the app's own. Without it, ratings are of all storefronts " +
            "together. Google Play has one price and one rating.",
        }),
      charts: listParameter(chartParameter(), OVERVIEW_CHARTS_MAX)
        .optional()
        .meta({
          description:
            `At most ${OVERVIEW_CHARTS_MAX} charts of the storefront, each as \`collection\` for all categories ` +
            "together or as `collection:category_id`. The default is those in which the app ranks best now, of its " +
            "own category and of all categories together.",
        }),
      rivals: listParameter(externalAppIdSchema(), OVERVIEW_RIVALS_MAX)
        .optional()
        .meta({
          description:
            "Return also the events of these competitors of the app (store ids). " +
            `\`${ALL_RIVALS}\` stands for the ${OVERVIEW_RIVALS_MAX} that were defined first. The default is none.`,
        }),
    }),
  success: { status: 200, data: overviewResponse, meta: overviewMeta },
  failures: ["not_found"],
});
