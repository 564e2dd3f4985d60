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
    "`from` and `to` return an entry for each day and storefront. Without them, a chart has an entry if it listed " +
    `the app on \`date\` or on one of the ${RANKED_DAYS} days before. If \`date\` is omitted, the last of these days ` +
    "is today (UTC). `country_codes` adds charts of its storefronts that did not list the app.",
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
            "A day (UTC). Each entry shows the chart of this day. If `date` is omitted, each entry shows the newest " +
            `chart of today or the ${RANKED_DAYS} days before. \`date\` cannot be combined with \`from\` and \`to\`.`,
          // The recorded example is a series.
          param: { example: "2026-03-09" },
        }),
      from: dateParameter().optional().meta({ description: "First day (UTC) of a series. It requires `to`." }),
      to: dateParameter()
        .optional()
        .meta({ description: `Last day (UTC) of a series, which has at most ${SERIES_DAYS_MAX} days.` }),
      collection: chartCollectionSchema()
        .optional()
        .meta({ description: "The default is all collections. Required with `from` and `to`." }),
      country_codes: countryCodesParameter(COUNTRIES_MAX)
        .optional()
        .meta({
          description:
            "Return only charts of these storefronts. Each storefront that is named here has an entry for each chart " +
            "of `category_id`, even if the chart did not list the app. If `category_id` is omitted, the storefront's " +
            "overall charts (all categories together) have these entries. The default is all storefronts. Required " +
            `with \`from\` and \`to\`, and then at most ${SERIES_COUNTRIES_MAX} storefronts.`,
        }),
      category_id: rowIdParameter()
        .optional()
        .meta({
          description:
            "Id of a category of the platform. Only charts of this category are returned. If it is omitted, the " +
            "charts of each category and the overall charts are returned; with `from` and `to`, only the overall " +
            "charts.",
        }),
    }),
  success: { status: 200, data: () => z.array(rankingResponse()), meta: rankingsMeta },
  failures: ["not_found"],
});
