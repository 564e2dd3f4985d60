import { listApps } from "../../lib/apps/list-apps.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listAppsContract } from "./list-apps.contract.ts";

export const handler = endpoint(listAppsContract, endpointDependencies, async (deps, { query, user }) => ({
  page: await listApps(deps, {
    userId: user.id,
    platform: query.platform,
    search: query.search,
    tagIds: query.tags,
    include: query.include ?? [],
    countryCode: query.country_code,
    sort: query.sort,
    order: query.order,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
}));
