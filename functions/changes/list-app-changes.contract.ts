import * as z from "zod";
import { changeParameters } from "../../lib/http/change-parameters.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { changeResponse, changesMeta } from "../../lib/responses/change-response.ts";

export const listAppChangesContract = defineContract({
  operation: "listAppChanges",
  summary:
    "List the changes of the apps that the caller tracks, newest first, or with `scope=all` those of their competitors too, each change once. The changes of an app that is also a competitor of another one are listed by GET /changes/competitors as well. Pages reach the newest 2,000 changes.",
  tag: "changes",
  method: "GET",
  path: "/changes/apps",
  access: "read",
  query: () =>
    z.object({
      scope: z
        .enum(["tracked", "all"])
        .default("tracked")
        .meta({ description: "`all`: the apps that the caller tracks and the competitors of these." }),
      ...changeParameters(),
    }),
  success: { status: 200, page: changeResponse, meta: changesMeta },
});
