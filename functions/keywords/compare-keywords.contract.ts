import * as z from "zod";

import { COMPARED_APPS_MAX } from "../../lib/domain/keyword.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, keywordParameters, listParameter, rowIdParameter } from "../../lib/http/parameters.ts";
import { keywordComparisonResponse } from "../../lib/keywords/keyword-response.ts";

export const compareKeywordsContract = defineContract({
  operation: "compareKeywords",
  summary: "Compare the keywords of competitors that the caller defined for an app.",
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/keywords/compare",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      app_ids: listParameter(rowIdParameter(), COMPARED_APPS_MAX)
        .refine((ids) => ids.length > 0, "The app ids field must have at least 1 item.")
        .meta({ description: "Ids of competitors of the app, as in `app.id` of the list of competitors." }),
      version_ids: listParameter(rowIdParameter(), COMPARED_APPS_MAX)
        .optional()
        .meta({ description: "Ids of versions, at most one for each competitor. The default is the newest texts." }),
      ...keywordParameters(),
    }),
  success: { status: 200, data: keywordComparisonResponse },
  failures: ["not_found"],
});
