import * as z from "zod";
import { changeParameters } from "../../lib/http/change-parameters.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { changeResponse, changesMeta } from "../../lib/responses/change-response.ts";

export const listAppChangesContract = defineContract({
  operation: "listAppChanges",
  summary:
    "List the changes of the apps that the caller tracks, newest first. An app that is a competitor of another one of them is listed by GET /changes/competitors instead. Pages reach the newest 2,000 changes.",
  tag: "changes",
  method: "GET",
  path: "/changes/apps",
  access: "read",
  query: () => z.object(changeParameters()),
  success: { status: 200, page: changeResponse, meta: changesMeta },
});
