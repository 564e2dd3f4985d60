import { defineContract } from "../../lib/http/contract.ts";
import { appParams, rowIdParameter } from "../../lib/http/parameters.ts";

export const tagAppContract = defineContract({
  operation: "tagApp",
  summary:
    "Give a tag to an app that the caller tracks or has defined as a competitor. It keeps the tag until the caller " +
    "removes the tag or no longer follows the app.",
  tag: "tags",
  method: "PUT",
  path: "/apps/{platform}/{external_id}/tags/{tag_id}",
  access: "write",
  params: () => appParams().extend({ tag_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
