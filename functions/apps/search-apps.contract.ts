import * as z from "zod";
import { externalAppIdSchema } from "../../lib/domain/platform.ts";
import { liveStoreFailures } from "../../lib/errors.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { listParameter, storeSearchParameters } from "../../lib/http/parameters.ts";
import { searchMeta, searchResultResponse } from "../../lib/responses/app-response.ts";

const EXCLUSIONS_MAX = 50;

export const searchAppsContract = defineContract({
  operation: "searchApps",
  summary:
    "Search a store for apps. The apps that are found become known and can be tracked. Results are shared for ten " +
    "minutes.",
  tag: "apps",
  method: "GET",
  path: "/apps/search",
  access: "read",
  allowance: "store_requests",
  query: () =>
    z.object({
      ...storeSearchParameters(),
      exclude_external_ids: listParameter(externalAppIdSchema(), EXCLUSIONS_MAX).optional(),
    }),
  success: { status: 200, data: () => z.array(searchResultResponse()), meta: searchMeta },
  caching: "none",
  failures: liveStoreFailures,
});
