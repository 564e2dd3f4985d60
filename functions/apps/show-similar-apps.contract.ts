import { relatedAppsResponse } from "../../lib/apps/related-apps-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const showSimilarAppsContract = defineContract({
  operation: "showSimilarApps",
  summary: "Show the similar apps, and the other apps of the publisher, that the app's page in the store links to.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/similar",
  access: "read",
  params: appParams,
  success: { status: 200, data: relatedAppsResponse },
  failures: ["not_found"],
});
