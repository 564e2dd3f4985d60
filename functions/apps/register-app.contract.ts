import * as z from "zod";
import { externalAppIdSchema, platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appResponse } from "../../lib/responses/app-response.ts";

export const registerAppContract = defineContract({
  operation: "registerApp",
  summary: "Track an app that is already known. If its data is missing or stale, a sync is queued.",
  tag: "apps",
  method: "POST",
  path: "/apps",
  access: "write",
  body: () => z.object({ platform: platformSchema(), external_id: externalAppIdSchema() }),
  success: { status: 201, data: appResponse },
});
