import { appDetailResponse } from "../../lib/apps/app-detail-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const showAppContract = defineContract({
  operation: "showApp",
  summary: "Show an app with its versions, current listings, changes and the competitors that the caller defined.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}",
  access: "read",
  params: appParams,
  success: { status: 200, data: appDetailResponse },
  failures: ["not_found"],
});
