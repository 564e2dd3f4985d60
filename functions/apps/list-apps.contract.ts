import * as z from "zod";

import { trackedAppResponse } from "../../lib/apps/tracked-app-response.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { keyedPageParameters, searchParameter } from "../../lib/http/parameters.ts";

export const listAppsContract = defineContract({
  operation: "listApps",
  summary: "List the apps that the caller tracks with their sync status, most recently tracked first.",
  tag: "apps",
  method: "GET",
  path: "/apps",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema().optional(),
      search: searchParameter(),
      ...keyedPageParameters(),
    }),
  success: { status: 200, page: trackedAppResponse },
});
