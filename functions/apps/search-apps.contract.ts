import * as z from "zod";

import { searchResultResponse } from "../../lib/apps/app-response.ts";
import { externalAppIdSchema } from "../../lib/domain/platform.ts";
import { liveStoreFailures } from "../../lib/errors.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { listParameter, storeSearchParameters } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

const EXCLUSIONS_MAX = 50;

export const searchAppsContract = defineContract({
  operation: "searchApps",
  summary: "Ask a store for apps by term. What it finds becomes known to the database.",
  tag: "apps",
  method: "GET",
  path: "/apps/search",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({
    ...storeSearchParameters,
    exclude_external_ids: listParameter(externalAppIdSchema, EXCLUSIONS_MAX).optional(),
  }),
  body: null,
  success: { 200: dataResponse(z.array(searchResultResponse)) },
  failures: liveStoreFailures,
});
