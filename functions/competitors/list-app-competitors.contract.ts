import * as z from "zod";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { competitorResponse } from "../../lib/responses/competitor-response.ts";

export const listAppCompetitorsContract = defineContract({
  operation: "listAppCompetitors",
  summary: "List the competitors that the caller defined for an app, oldest first, at most 100.",
  tag: "competitors",
  method: "GET",
  path: "/apps/{platform}/{external_id}/competitors",
  access: "read",
  params: appParams,
  success: { status: 200, data: () => z.array(competitorResponse()) },
  failures: ["not_found"],
});
