import { endpoint } from "../../lib/http/endpoint.ts";
import { compareKeywordRanks } from "../../lib/keywords/compare-keyword-ranks.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { compareKeywordRanksContract } from "./compare-keyword-ranks.contract.ts";

export const handler = endpoint(compareKeywordRanksContract, endpointDependencies, async (deps, request) => {
  const { params, query, user } = request;
  return await compareKeywordRanks(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    userId: user.id,
    appIds: query.app_ids,
    countryCodes: query.country_codes,
    date: query.date,
    page: { page: query.page, perPage: query.per_page },
  });
});
