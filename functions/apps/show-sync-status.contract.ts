import * as z from "zod";

import { syncStatusResponse } from "../../lib/apps/sync-status-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const showSyncStatusContract = defineContract({
  operation: "showSyncStatus",
  summary: "How the sync of an app stands.",
  tag: "sync",
  method: "GET",
  path: "/apps/{platform}/{external_id}/sync-status",
  access: "read",
  rateLimit: "user",
  params: appParams,
  query: z.object({}),
  body: null,
  success: { 200: dataResponse(syncStatusResponse) },
  failures: ["not_found"],
});
