import * as z from "zod";

import { ownNameField } from "../../lib/domain/own-name.ts";
import { VIEW_NAME_MAX, viewScopeSchema } from "../../lib/domain/saved-view.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";
import { viewResponse } from "../../lib/views/view-response.ts";

export const updateViewContract = defineContract({
  operation: "updateView",
  summary: "Change the name or the scope of a saved view, or both. Omitted fields stay unchanged.",
  tag: "views",
  method: "PATCH",
  path: "/views/{view_id}",
  access: "write",
  params: () => z.object({ view_id: rowIdParameter() }),
  body: () => z.object({ name: ownNameField(VIEW_NAME_MAX).optional(), scope: viewScopeSchema().optional() }),
  success: { status: 200, data: viewResponse },
  failures: ["not_found", "conflict"],
});
