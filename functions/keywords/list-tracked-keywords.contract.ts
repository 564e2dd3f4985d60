import * as z from "zod";

import { TREND_POINTS } from "../../lib/domain/app-trends.ts";
import { NEWEST_DAYS, trackedKeywordParts, trackedKeywordSorts } from "../../lib/domain/keyword-rank.ts";
import { defineContract } from "../../lib/http/contract.ts";
import {
  appParams,
  countryCodesParameter,
  dateParameter,
  listParameter,
  pageParameters,
} from "../../lib/http/parameters.ts";
import { trackedKeywordResponse, trackedKeywordsMeta } from "../../lib/keywords/tracked-keyword-response.ts";

const COUNTRIES_MAX = 200;

export const listTrackedKeywordsContract = defineContract({
  operation: "listTrackedKeywords",
  summary:
    "List the keywords that the caller tracks for an app, each with the app's rank in the store's search. Ranks are " +
    "those of a signed-out search in the storefront. A phone may show another order.",
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/tracked-keywords",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      country_codes: countryCodesParameter(COUNTRIES_MAX)
        .optional()
        .meta({ description: "Only keywords of these storefronts." }),
      date: dateParameter()
        .optional()
        .meta({
          description:
            "A day (UTC). The default is, for each keyword, the newest day that was read among the last " +
            `${NEWEST_DAYS} days, including today.`,
        }),
      sort: z.enum(trackedKeywordSorts).default("term").meta({
        description:
          "`rank`: best rank first. `change`: most places gained first. Keywords without the value come last.",
      }),
      include: listParameter(z.enum(trackedKeywordParts), trackedKeywordParts.length)
        .optional()
        .meta({ description: `\`trends\` adds the ranks of the last ${TREND_POINTS} days.` }),
      ...pageParameters(),
    }),
  success: { status: 200, page: trackedKeywordResponse, meta: trackedKeywordsMeta },
  failures: ["not_found"],
});
