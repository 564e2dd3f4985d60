import { listTrackedApps } from "../../lib/apps/list-tracked-apps.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/runtime/endpoint.ts";
import { listAppsContract } from "./list-apps.contract.ts";

export const handler = endpoint(listAppsContract, endpointDependencies, (deps, { query, caller, address }) =>
  listTrackedApps(deps, {
    userId: caller.id,
    platform: query.platform,
    search: query.search,
    page: { page: query.page, perPage: query.per_page },
    address,
  }),
);
