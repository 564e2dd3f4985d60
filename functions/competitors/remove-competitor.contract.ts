import { defineContract } from "../../lib/http/contract.ts";
import { appParams, rowIdParameter } from "../../lib/http/parameters.ts";

export const removeCompetitorContract = defineContract({
  operation: "removeCompetitor",
  summary: "Remove a competitor that the caller defined for an app.",
  tag: "competitors",
  method: "DELETE",
  path: "/apps/{platform}/{external_id}/competitors/{competitor_id}",
  access: "write",
  params: () => appParams().extend({ competitor_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
