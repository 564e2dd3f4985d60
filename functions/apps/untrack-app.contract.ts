import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const untrackAppContract = defineContract({
  operation: "untrackApp",
  summary: "Stop tracking an app and remove the competitors that the caller defined for it.",
  tag: "apps",
  method: "DELETE",
  path: "/apps/{platform}/{external_id}/track",
  access: "write",
  params: appParams,
  success: { status: 204 },
  failures: ["not_found"],
});
