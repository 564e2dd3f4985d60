import * as z from "zod";

import { ownNameField } from "../../lib/domain/own-name.ts";
import { TAG_NAME_MAX, TAGS_MAX } from "../../lib/domain/tag.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { tagResponse } from "../../lib/tags/tag-response.ts";

export const createTagContract = defineContract({
  operation: "createTag",
  summary:
    `Create a tag for the caller's apps and competitors. Each user can have up to ${TAGS_MAX} tags. Their names must ` +
    "differ in more than case.",
  tag: "tags",
  method: "POST",
  path: "/tags",
  access: "write",
  body: () => z.object({ name: ownNameField(TAG_NAME_MAX) }),
  success: { status: 201, data: tagResponse },
  failures: ["conflict"],
});
