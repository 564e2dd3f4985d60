import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";

export const deleteTagContract = defineContract({
  operation: "deleteTag",
  summary: "Delete a tag and remove it from all apps.",
  tag: "tags",
  method: "DELETE",
  path: "/tags/{tag_id}",
  access: "write",
  params: () => z.object({ tag_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
