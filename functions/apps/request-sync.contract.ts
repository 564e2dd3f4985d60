import * as z from "zod";

import { syncStatusAnswer } from "../../lib/apps/sync-status-answer.ts";
import { answer } from "../../lib/http/answers.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";

export const requestSyncContract = defineContract({
  operation: "requestSync",
  summary: "Refresh an app now: 202 when a run is under way, 200 when the last one has only just completed.",
  tag: "sync",
  method: "POST",
  path: "/apps/{platform}/{external_id}/sync",
  access: "write",
  rateLimit: "user",
  params: appParams,
  query: z.object({}),
  body: null,
  success: { 200: answer(syncStatusAnswer), 202: answer(syncStatusAnswer) },
  failures: ["not_found"],
});
