import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";

export const deleteViewContract = defineContract({
  operation: "deleteView",
  summary: "Delete a saved view.",
  tag: "views",
  method: "DELETE",
  path: "/views/{view_id}",
  access: "write",
  params: () => z.object({ view_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
