import { defineContract } from "../../lib/http/contract.ts";
import { appParams, rowIdParameter } from "../../lib/http/parameters.ts";

export const untrackKeywordContract = defineContract({
  operation: "untrackKeyword",
  summary: "Stop tracking a keyword of an app. Its results stay for other users who track it.",
  tag: "keywords",
  method: "DELETE",
  path: "/apps/{platform}/{external_id}/tracked-keywords/{keyword_id}",
  access: "write",
  params: () => appParams().extend({ keyword_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
