import * as z from "zod";

import { SAVED_VIEWS_MAX } from "../../lib/domain/saved-view.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { viewResponse } from "../../lib/views/view-response.ts";

export const listViewsContract = defineContract({
  operation: "listViews",
  summary: `List the caller's saved views by name, at most ${SAVED_VIEWS_MAX}.`,
  tag: "views",
  method: "GET",
  path: "/views",
  access: "read",
  success: { status: 200, data: () => z.array(viewResponse()) },
});
