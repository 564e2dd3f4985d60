import { syncStatusResponse } from "../../lib/apps/sync-status-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const showSyncStatusContract = defineContract({
  operation: "showSyncStatus",
  summary: "Show the status of an app's last sync.",
  tag: "sync",
  method: "GET",
  path: "/apps/{platform}/{external_id}/sync-status",
  access: "read",
  params: appParams,
  success: { status: 200, data: syncStatusResponse },
  failures: ["not_found"],
});
