import * as z from "zod";

import { TAGS_MAX } from "../../lib/domain/tag.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { tagResponse } from "../../lib/tags/tag-response.ts";

export const listTagsContract = defineContract({
  operation: "listTags",
  summary: `List the caller's tags by name with their numbers of apps, at most ${TAGS_MAX}.`,
  tag: "tags",
  method: "GET",
  path: "/tags",
  access: "read",
  success: { status: 200, data: () => z.array(tagResponse()) },
});
