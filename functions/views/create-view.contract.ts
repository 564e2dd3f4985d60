import * as z from "zod";

import { ownNameField } from "../../lib/domain/own-name.ts";
import { SAVED_VIEWS_MAX, VIEW_NAME_MAX, viewScopeSchema } from "../../lib/domain/saved-view.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { viewResponse } from "../../lib/views/view-response.ts";

export const createViewContract = defineContract({
  operation: "createView",
  summary:
    `Save an address of the dashboard under a name. Each user can have up to ${SAVED_VIEWS_MAX} views. Their names ` +
    "must differ in more than case.",
  tag: "views",
  method: "POST",
  path: "/views",
  access: "write",
  body: () => z.object({ name: ownNameField(VIEW_NAME_MAX), scope: viewScopeSchema() }),
  success: { status: 201, data: viewResponse },
  failures: ["conflict"],
});
