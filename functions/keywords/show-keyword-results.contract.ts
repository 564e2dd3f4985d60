import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { dateParameter, rowIdParameter } from "../../lib/http/parameters.ts";
import { keywordResultsResponse } from "../../lib/keywords/keyword-rank-response.ts";

export const showKeywordResultsContract = defineContract({
  operation: "showKeywordResults",
  summary: "Show the store's results for a term that the caller tracks, in the store's order.",
  tag: "keywords",
  method: "GET",
  path: "/keywords/{keyword_id}/results",
  access: "read",
  params: () => z.object({ keyword_id: rowIdParameter() }),
  query: () =>
    z.object({
      date: dateParameter()
        .optional()
        .meta({ description: "A day (UTC). The default is the newest day that was read, or today if there is none." }),
    }),
  success: { status: 200, data: keywordResultsResponse },
  failures: ["not_found"],
});
