import * as z from "zod";

import { trackedAppResponse } from "../../lib/apps/tracked-app-response.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { pageParameters } from "../../lib/http/parameters.ts";

export const listAppsContract = defineContract({
  operation: "listApps",
  summary: "List the apps that the caller tracks and the state of their syncs, most recently tracked first.",
  tag: "apps",
  method: "GET",
  path: "/apps",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema().optional(),
      search: z
        .string()
        .max(100)
        .optional()
        .meta({ description: "Part of the name or of the store's id, case-insensitive." }),
      ...pageParameters(),
    }),
  success: { status: 200, page: trackedAppResponse },
});
