import * as z from "zod";

import { COMPARED_RIVALS_MAX, GAP_RANK_MAX } from "../../lib/domain/keyword-rank.ts";
import { defineContract } from "../../lib/http/contract.ts";
import {
  appParams,
  listParameter,
  pageParameters,
  rankedDayParameters,
  rowIdParameter,
} from "../../lib/http/parameters.ts";
import { comparedRanksMeta, keywordGapResponse } from "../../lib/keywords/keyword-rank-response.ts";

export const listKeywordGapsContract = defineContract({
  operation: "listKeywordGaps",
  summary:
    `List the tracked keywords of an app for which a competitor is among the first ${GAP_RANK_MAX} results and the ` +
    "app is not, best rank of a competitor first.",
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/keyword-ranks/gaps",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      app_ids: listParameter(rowIdParameter(), COMPARED_RIVALS_MAX).optional().meta({
        description:
          "Ids of competitors that the caller defined for the app, in the same store. The default is all of them.",
      }),
      ...rankedDayParameters(),
      ...pageParameters(),
    }),
  success: { status: 200, page: keywordGapResponse, meta: comparedRanksMeta },
  failures: ["not_found"],
});
