import * as z from "zod";

import { syncStatusResponse } from "../../lib/apps/sync-status-response.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/cool-down.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const requestSyncContract = defineContract({
  operation: "requestSync",
  summary: `Refresh an app: now, or ${COOLDOWN_SECONDS / 60} minutes after its last sync completed, as starts_at says.`,
  tag: "sync",
  method: "POST",
  path: "/apps/{platform}/{external_id}/sync",
  access: "write",
  rateLimit: "user",
  params: appParams,
  query: z.object({}),
  body: null,
  success: { 202: dataResponse(syncStatusResponse) },
  failures: ["not_found"],
});
