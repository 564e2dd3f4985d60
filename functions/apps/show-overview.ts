import { showOverview } from "../../lib/apps/show-overview.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showOverviewContract } from "./show-overview.contract.ts";

export const handler = endpoint(showOverviewContract, endpointDependencies, (deps, { params, query, user }) =>
  showOverview(deps, {
    platform: params.platform,
    externalId: params.external_id,
    userId: user.id,
    days: query.days,
    countryCode: query.country_code,
    charts: query.charts,
    rivals: query.rivals ?? [],
  }),
);
