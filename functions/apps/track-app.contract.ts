import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const trackAppContract = defineContract({
  operation: "trackApp",
  summary:
    "Track an app that is already known. A tracked app stays tracked. If its data is missing or stale, a sync is " +
    "queued.",
  tag: "apps",
  method: "POST",
  path: "/apps/{platform}/{external_id}/track",
  access: "write",
  params: appParams,
  success: { status: 204 },
  failures: ["not_found", "invalid_input"],
});
