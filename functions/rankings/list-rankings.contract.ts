import * as z from "zod";

import { chartCollectionSchema } from "../../lib/domain/chart.ts";
import { RANKED_DAYS, SERIES_COUNTRIES_MAX, SERIES_DAYS_MAX } from "../../lib/domain/ranking.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodesParameter, dateParameter, rowIdParameter } from "../../lib/http/parameters.ts";
import { rankingResponse, rankingsMeta } from "../../lib/rankings/ranking-response.ts";

const COUNTRIES_MAX = 50;

export const listRankingsContract = defineContract({
  operation: "listRankings",
  summary: `List how an app stands in the newest charts, in those of a day, or in one chart of a few storefronts over days: its rank with the change since the chart before, or why it has none. Without countries, in the charts that had the app in the ${RANKED_DAYS} days until then.`,
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
          description: `A day (UTC). Default: of each chart the newest of the last ${RANKED_DAYS} days. Not with \`from\` and \`to\`.`,
          // The recorded example is of a series.
          param: { example: "2026-03-09" },
        }),
      from: dateParameter().optional().meta({ description: "The first day (UTC) of a series; needs `to`." }),
      to: dateParameter()
        .optional()
        .meta({ description: `The last day of a series, at most ${SERIES_DAYS_MAX} days from its first.` }),
      collection: chartCollectionSchema().optional().meta({ description: "Default: all. Required for a series." }),
      country_codes: countryCodesParameter(COUNTRIES_MAX)
        .optional()
        .meta({
          description: `Default: all storefronts. Those that are named have each chart of the category. Required for a series, at most ${SERIES_COUNTRIES_MAX}.`,
        }),
      category_id: rowIdParameter().optional().meta({
        description:
          "A category of the platform. Default: all; of a series, and of storefronts that are named, the chart of all categories together.",
      }),
    }),
  success: { status: 200, data: () => z.array(rankingResponse()), meta: rankingsMeta },
  failures: ["not_found"],
});
