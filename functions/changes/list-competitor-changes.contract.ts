import * as z from "zod";
import { changeParameters } from "../../lib/http/change-parameters.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";
import { changeResponse, changesMeta } from "../../lib/responses/change-response.ts";

export const listCompetitorChangesContract = defineContract({
  operation: "listCompetitorChanges",
  summary:
    "List the changes of the competitors of the apps that the caller tracks, newest first. Pages reach the newest " +
    "2,000 changes.",
  tag: "changes",
  method: "GET",
  path: "/changes/competitors",
  access: "read",
  query: () =>
    z.object({
      ...changeParameters(),
      tracked_app_id: rowIdParameter()
        .optional()
        .meta({ description: "Return only changes of this app's competitors." }),
    }),
  success: { status: 200, page: changeResponse, meta: changesMeta },
});
