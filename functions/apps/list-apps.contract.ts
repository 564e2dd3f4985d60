import * as z from "zod";

import { appResponse } from "../../lib/apps/app-response.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { pageParameters } from "../../lib/http/parameters.ts";
import { pageResponse } from "../../lib/http/response-schemas.ts";

export const listAppsContract = defineContract({
  operation: "listApps",
  summary: "Apps that the caller tracks, newest tracked first.",
  tag: "apps",
  method: "GET",
  path: "/apps",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({
    platform: platformSchema.optional(),
    search: z.string().max(100).optional().meta({ description: "Part of the name or the store's id, in any case." }),
    ...pageParameters,
  }),
  body: null,
  success: { 200: pageResponse(appResponse) },
  failures: [],
});
