import { showDashboard } from "../../lib/dashboard/show-dashboard.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showDashboardContract } from "./show-dashboard.contract.ts";

export const handler = endpoint(showDashboardContract, endpointDependencies, async (deps, { query, user }) => ({
  data: await showDashboard(deps, { userId: user.id, tagIds: query.tags }),
}));
