import * as z from "zod";

import { competitorResponse } from "../../lib/competitors/competitor-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const listAppCompetitorsContract = defineContract({
  operation: "listAppCompetitors",
  summary: "The competitors that the caller defined for an app, oldest first, at most 100.",
  tag: "competitors",
  method: "GET",
  path: "/apps/{platform}/{external_id}/competitors",
  access: "read",
  rateLimit: "user",
  params: appParams,
  query: z.object({}),
  body: null,
  success: { 200: dataResponse(z.array(competitorResponse)) },
  failures: ["not_found"],
});
