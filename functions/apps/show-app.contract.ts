import * as z from "zod";

import { appDetailResponse } from "../../lib/apps/app-detail-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const showAppContract = defineContract({
  operation: "showApp",
  summary: "One app with its versions, current listings and the caller's competitors.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}",
  access: "read",
  rateLimit: "user",
  params: appParams,
  query: z.object({}),
  body: null,
  success: { 200: dataResponse(appDetailResponse) },
  failures: ["not_found"],
});
