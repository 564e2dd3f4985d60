import * as z from "zod";

import { ownNameField } from "../../lib/domain/own-name.ts";
import { TAG_NAME_MAX } from "../../lib/domain/tag.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";
import { tagResponse } from "../../lib/tags/tag-response.ts";

export const renameTagContract = defineContract({
  operation: "renameTag",
  summary: "Rename a tag. Its apps keep it.",
  tag: "tags",
  method: "PATCH",
  path: "/tags/{tag_id}",
  access: "write",
  params: () => z.object({ tag_id: rowIdParameter() }),
  body: () => z.object({ name: ownNameField(TAG_NAME_MAX) }),
  success: { status: 200, data: tagResponse },
  failures: ["not_found", "conflict"],
});
