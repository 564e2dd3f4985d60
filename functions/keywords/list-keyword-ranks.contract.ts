import * as z from "zod";

import { COMPARED_RIVALS_MAX, SERIES_KEYWORDS_MAX } from "../../lib/domain/keyword-rank.ts";
import { SERIES_DAYS_MAX } from "../../lib/domain/ranking.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, dateParameter, listParameter, rowIdParameter } from "../../lib/http/parameters.ts";
import { keywordRankSeriesResponse, keywordRanksMeta } from "../../lib/keywords/keyword-rank-response.ts";

export const listKeywordRanksContract = defineContract({
  operation: "listKeywordRanks",
  summary:
    "List an app's ranks for some of its tracked keywords by day. On request, the ranks of its competitors are " +
    "listed as well. An app that was added later has its ranks of earlier days.",
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/keyword-ranks",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      keyword_ids: listParameter(rowIdParameter(), SERIES_KEYWORDS_MAX)
        .refine((ids) => ids.length > 0, "The keyword ids field must have at least 1 item.")
        .meta({ description: "Ids of keywords that the caller tracks for the app." }),
      app_ids: listParameter(rowIdParameter(), COMPARED_RIVALS_MAX).optional().meta({
        description:
          "Ids of competitors that the caller defined for the app, in the same store. The default is the app alone.",
      }),
      from: dateParameter().meta({ description: "First day (UTC)." }),
      to: dateParameter().meta({ description: `Last day (UTC), at most ${SERIES_DAYS_MAX} days in all.` }),
    }),
  success: { status: 200, data: () => z.array(keywordRankSeriesResponse()), meta: keywordRanksMeta },
  failures: ["not_found"],
});
