import { dashboardResponse } from "../../lib/dashboard/dashboard-response.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const showDashboardContract = defineContract({
  operation: "showDashboard",
  summary:
    "Show a summary of the caller's tracked apps and their competitors: counts, recent changes, failed syncs and the " +
    "newest versions of competitors.",
  tag: "dashboard",
  method: "GET",
  path: "/dashboard",
  access: "read",
  success: { status: 200, data: dashboardResponse },
});
