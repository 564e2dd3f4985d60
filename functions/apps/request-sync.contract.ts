import { syncStatusResponse } from "../../lib/apps/sync-status-response.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/sync-pace.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const requestSyncContract = defineContract({
  operation: "requestSync",
  summary: `Sync an app now, or ${COOLDOWN_SECONDS / 60} minutes after its last sync. \`starts_at\` shows when.`,
  tag: "sync",
  method: "POST",
  path: "/apps/{platform}/{external_id}/sync",
  access: "write",
  allowance: "syncs",
  params: appParams,
  success: { status: 202, data: syncStatusResponse },
  failures: ["not_found"],
});
