import * as z from "zod";

import { appResponse } from "../../lib/apps/app-response.ts";
import { externalAppIdSchema, platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const registerAppContract = defineContract({
  operation: "registerApp",
  summary: "Track an app that the database knows; a sync is queued when its data is missing or stale.",
  tag: "apps",
  method: "POST",
  path: "/apps",
  access: "write",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({}),
  body: z.object({ platform: platformSchema, external_id: externalAppIdSchema }),
  success: { 201: dataResponse(appResponse) },
  failures: [],
});
