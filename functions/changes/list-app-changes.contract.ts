import * as z from "zod";
import { changeParameters } from "../../lib/http/change-parameters.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { changeResponse, changesMeta } from "../../lib/responses/change-response.ts";

export const listAppChangesContract = defineContract({
  operation: "listAppChanges",
  summary:
    "List the changes of the apps that the caller tracks, newest first. With `scope=all`, the changes of their " +
    "competitors are included, and each change is listed once. `GET /changes/competitors` also lists the changes of " +
    "a tracked app that is a competitor of another app. Pages reach the newest 2,000 changes.",
  tag: "changes",
  method: "GET",
  path: "/changes/apps",
  access: "read",
  query: () =>
    z.object({
      scope: z
        .enum(["tracked", "all"])
        .default("tracked")
        .meta({ description: "`tracked`: the apps that the caller tracks. `all`: these apps and their competitors." }),
      ...changeParameters(),
    }),
  success: { status: 200, page: changeResponse, meta: changesMeta },
});
