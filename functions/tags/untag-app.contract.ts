import { defineContract } from "../../lib/http/contract.ts";
import { appParams, rowIdParameter } from "../../lib/http/parameters.ts";

export const untagAppContract = defineContract({
  operation: "untagApp",
  summary: "Remove a tag from an app. The request also succeeds if the app does not have the tag.",
  tag: "tags",
  method: "DELETE",
  path: "/apps/{platform}/{external_id}/tags/{tag_id}",
  access: "write",
  params: () => appParams().extend({ tag_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
