import * as z from "zod";

import { dashboardResponse } from "../../lib/dashboard/dashboard-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { tagsParameter } from "../../lib/http/parameters.ts";

export const showDashboardContract = defineContract({
  operation: "showDashboard",
  summary:
    "Show a summary of the caller's tracked apps and their competitors: counts, recent changes, failed syncs and the " +
    "newest versions of competitors.",
  tag: "dashboard",
  method: "GET",
  path: "/dashboard",
  access: "read",
  query: () =>
    z.object({ tags: tagsParameter("Count only tracked apps with at least one of these tags, given by id.") }),
  success: { status: 200, data: dashboardResponse },
});
