import * as z from "zod";

import { COMPARED_RIVALS_MAX } from "../../lib/domain/keyword-rank.ts";
import { defineContract } from "../../lib/http/contract.ts";
import {
  appParams,
  listParameter,
  pageParameters,
  rankedDayParameters,
  rowIdParameter,
} from "../../lib/http/parameters.ts";
import { comparedRanksMeta, keywordRankComparisonResponse } from "../../lib/keywords/keyword-rank-response.ts";

export const compareKeywordRanksContract = defineContract({
  operation: "compareKeywordRanks",
  summary: "Compare an app's ranks for its tracked keywords with those of competitors, on a day.",
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/keyword-ranks/compare",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      app_ids: listParameter(rowIdParameter(), COMPARED_RIVALS_MAX)
        .refine((ids) => ids.length > 0, "The app ids field must have at least 1 item.")
        .meta({ description: "Ids of competitors that the caller defined for the app, in the same store." }),
      ...rankedDayParameters(),
      ...pageParameters(),
    }),
  success: { status: 200, page: keywordRankComparisonResponse, meta: comparedRanksMeta },
  failures: ["not_found"],
});
