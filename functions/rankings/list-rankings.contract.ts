import * as z from "zod";

import { chartCollectionSchema } from "../../lib/domain/chart.ts";
import { RANKED_DAYS, SERIES_COUNTRIES_MAX, SERIES_DAYS_MAX } from "../../lib/domain/ranking.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodesParameter, dateParameter, rowIdParameter } from "../../lib/http/parameters.ts";
import { rankingResponse, rankingsMeta } from "../../lib/rankings/ranking-response.ts";

const COUNTRIES_MAX = 50;

export const listRankingsContract = defineContract({
  operation: "listRankings",
  summary:
    "List an app's ranks in the newest charts, in the charts of a day, or in one chart of a few storefronts over " +
    "several days. Each entry shows the rank and its change since the previous chart, or why there is no rank. " +
    `Without \`country_codes\`, only charts that had the app within the last ${RANKED_DAYS} days are listed.`,
  tag: "charts",
  method: "GET",
  path: "/apps/{platform}/{external_id}/rankings",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      date: dateParameter()
        .optional()
        .meta({
          description:
            `A day (UTC). The default is the newest day of each chart within the last ${RANKED_DAYS} days. ` +
            "It cannot be combined with `from` and `to`.",
          // The recorded example is a series.
          param: { example: "2026-03-09" },
        }),
      from: dateParameter().optional().meta({ description: "First day (UTC) of a series. It requires `to`." }),
      to: dateParameter()
        .optional()
        .meta({ description: `Last day (UTC) of a series, which has at most ${SERIES_DAYS_MAX} days.` }),
      collection: chartCollectionSchema()
        .optional()
        .meta({ description: "The default is all collections. Required for a series." }),
      country_codes: countryCodesParameter(COUNTRIES_MAX)
        .optional()
        .meta({
          description:
            "List each chart of the category in these storefronts, even without the app. The default is all " +
            `storefronts. Required for a series, with at most ${SERIES_COUNTRIES_MAX} storefronts.`,
        }),
      category_id: rowIdParameter()
        .optional()
        .meta({
          description:
            "Id of a category of the platform. The default is all categories. With `country_codes`, the default is " +
            "the chart of all categories together.",
        }),
    }),
  success: { status: 200, data: () => z.array(rankingResponse()), meta: rankingsMeta },
  failures: ["not_found"],
});
